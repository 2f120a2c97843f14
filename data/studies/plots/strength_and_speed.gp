# Win rate against speed on Expert, by start; the line is the frontier: players than which none is faster and wins more.
# `table` is from strength.awk. Names stand at their points: those of sapper's players slant upward, as these are close to
# each other along the frontier, those of others stand below, and `min_risk`, far below the others, is named on its left.
# Error bars are vectors: gnuplot's own would be hidden by the white around their marks.
width_to_height = 0.6
load plots . "/style.gp"
array titles[2] = ["opening start", "safe start in a corner"]
set logscale x
set format x "%.0s%c"
set xlabel "games per core-second" offset 0,0.7
set ylabel "games won (%)" offset 1.3,0
set multiplot layout 1,2 margins 0.085,0.985,0.15,0.93 spacing 0.11,0.1
do for [start = 1:2] {
  set title titles[start] offset 0,-0.6
  set autoscale xy
  stats table index start - 1 using 4 nooutput
  set xrange [2:400000]
  set yrange [floor(STATS_min):STATS_max + 0.62 * (STATS_max - STATS_min)]
  if (start == 1) { set key bottom left samplen 1 spacing 0.9 } else { unset key }
  plot table index start + 1 using 1:2 with lines ls 4 dt 1 lc rgb "gray70" title "frontier", \
    table index start - 1 using ($7 == 0 ? $1 : NaN):5:(0):($6-$5) with vectors nohead ls 3 dt 1 notitle, \
    table index start - 1 using ($7 == 1 ? $1 : NaN):5:(0):($6-$5) with vectors nohead ls 2 dt 1 notitle, \
    table index start - 1 using ($7 == 1 ? $2 : NaN):4:($3-$2):(0) with vectors nohead ls 2 dt 1 notitle, \
    table index start - 1 using ($7 == 0 ? $1 : NaN):4 with points ls 3 title "sapper", \
    table index start - 1 using ($7 == 1 ? $1 : NaN):4 with points ls 2 title "published", \
    table index start - 1 using ($7 == 0 && stringcolumn(8) ne "min_risk" ? $1 : NaN):4:(stringcolumn(8)) \
      with labels left rotate by 62 offset 0.3,0.7 font ",8.5" noenhanced notitle, \
    table index start - 1 using (stringcolumn(8) eq "min_risk" ? $1 : NaN):4:(stringcolumn(8)) \
      with labels right offset -0.9,0 font ",8.5" noenhanced notitle, \
    table index start - 1 using ($7 == 1 ? $1 : NaN):4:(stringcolumn(8)) \
      with labels left offset -0.4,-1 font ",8.5" noenhanced notitle
}
unset multiplot
