# Win rate against speed on Expert, by start; the line is the frontier: players than which none is faster and wins more.
# `table` is from strength.awk.
width_to_height = 0.52
load plots . "/style.gp"
array titles[2] = ["opening start", "safe start in a corner"]
set logscale x
set offsets 0, 0, 0.4, 0.2
set xrange [0.3:60000]
set format x "%.0f"
set xlabel "games per core-second" offset 0,0.7
set multiplot layout 1,2 margins 0.075,0.985,0.16,0.92 spacing 0.07,0.1
do for [start = 1:2] {
  set title titles[start] offset 0,-0.6
  if (start == 1) { set ylabel "games won (%)" offset 1.8,0; set key bottom left samplen 1 spacing 0.9 } \
  else { unset ylabel; unset key }
  plot table index start + 1 using 1:2 with lines ls 4 dt 1 lc rgb "gray70" title "frontier", \
    table index start - 1 using ($7 == 0 ? $1 : NaN):4:5:6 with yerrorbars ls 3 title "sapper", \
    table index start - 1 using ($7 == 1 ? $1 : NaN):4:2:3:5:6 with xyerrorbars ls 2 title "published", \
    table index start - 1 using ($7 == 0 && int($0) % 2 == 0 && $1 >= 30 ? $1 : NaN):4:(stringcolumn(8)) \
      with labels right offset -2.4,-0.6 font ",8.5" noenhanced notitle, \
    table index start - 1 using ($7 == 0 && $1 < 30 ? $1 : NaN):4:(stringcolumn(8)) \
      with labels center offset -0.5,1.8 font ",8.5" noenhanced notitle, \
    table index start - 1 using ($7 == 0 && int($0) % 2 == 1 && ($1 > 1000 || $1 < 100) ? $1 : NaN):4:(stringcolumn(8)) \
      with labels right offset -0.8,0.5 font ",8.5" noenhanced notitle, \
    table index start - 1 using ($7 == 0 && int($0) % 2 == 1 && $1 <= 1000 && $1 >= 100 ? $1 : NaN):4:(stringcolumn(8)) \
      with labels left offset 0.8,0.6 font ",8.5" noenhanced notitle, \
    table index start - 1 using ($7 == 1 && strstrt(stringcolumn(8), "PSEQ") ? $1 : NaN):4:(stringcolumn(8)) \
      with labels left offset 0,-0.8 font ",8.5" noenhanced notitle, \
    table index start - 1 using ($7 == 1 && !strstrt(stringcolumn(8), "PSEQ") ? $1 : NaN):4:(stringcolumn(8)) \
      with labels left offset 1,1.4 font ",8.5" noenhanced notitle
}
unset multiplot
