# By level: how the 3BV of boards is distributed, and the win rate of boards by 3BV. `table` is from by_3bv.awk: blocks 2k
# and 2k + 1 are level k without a rule and with an opening.
width_to_height = 0.62
load plots . "/style.gp"
array levels[3] = ["Beginner", "Intermediate", "Expert"]
array ranges[3] = ["[0:45]", "[20:120]", "[100:260]"]
array tics[3] = [10, 20, 40]
enough = 30  # games of a range, below which no win rate is drawn
set multiplot layout 2,3 margins 0.09,0.985,0.13,0.93 spacing 0.065,0.12
unset key
do for [k = 1:3] {
  set title levels[k] offset 0,-0.6
  set xtics tics[k]
  if (k == 1) { set ylabel "boards (% per unit of 3BV)" offset 1.8,0 } else { unset ylabel }
  unset key
  eval "set xrange " . ranges[k]
  set yrange [0:*]
  set ytics k == 1 ? 2 : k == 2 ? 1 : 0.5
  plot table index 2 * k - 2 using (($1 + $2) / 2):4 with lines ls 1, \
    table index 2 * k - 1 using (($1 + $2) / 2):4 with lines ls 2
}
unset title
set xlabel "3BV" offset 0,0.7
do for [k = 1:3] {
  if (k == 1) { set ylabel "win rate (%)" offset 1.8,0 } else { unset ylabel }
  if (k == 1) { set key bottom right samplen 1.5 } else { unset key }
  set xtics tics[k]
  eval "set xrange " . ranges[k]
  set ytics 20
  set yrange [0:100]
  plot table index 2 * k - 2 using (($1 + $2) / 2):($3 < enough ? NaN : $5):6:7 with yerrorlines ls 1 title "any board", \
    table index 2 * k - 1 using (($1 + $2) / 2):($3 < enough ? NaN : $5):6:7 with yerrorlines ls 2 title "opening"
}
unset multiplot
