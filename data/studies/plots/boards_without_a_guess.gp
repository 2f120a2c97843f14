# By mines and method: boards that may need a guess (any), and three kinds that need none. `table` is from
# boards_without_a_guess.awk.
width_to_height = 0.45
load plots . "/style.gp"
methods = "any uniform repair walk"
array titles[3] = ["3BV against walk (%)", "openings against walk (%)", "won by the local rules (%)"]
array columns[3] = [11, 13, 7]
set xrange [0.4:5.6]
set xtics ("10" 1, "40" 2, "99" 3, "120" 4, "144" 5)
place(mines, i) = (mines == 10 ? 1 : mines == 40 ? 2 : mines == 99 ? 3 : mines == 120 ? 4 : 5) + 0.16 * (i - 2.5)
set multiplot layout 1,3 margins 0.06,0.985,0.17,0.88 spacing 0.065,0
set xlabel "mines" offset 0,0.7
do for [k = 1:3] {
  set title titles[k] offset 0,-0.6
  if (k == 3) { set key top right samplen 1 spacing 0.9 } else { unset key }
  # Error bars are vectors: gnuplot's own would be hidden by the white around their marks.
  plot for [i = 1:4] table using (strcol(2) eq word(methods, i) ? place(int(column(1)), i) : NaN): \
    (column(columns[k]) - column(columns[k] + 1)):(0):(2 * column(columns[k] + 1)) \
    with vectors nohead ls i dt 1 notitle, \
    for [i = 1:4] table using (strcol(2) eq word(methods, i) ? place(int(column(1)), i) : NaN): \
    (column(columns[k])) with points ls i title word(methods, i)
}
unset multiplot
