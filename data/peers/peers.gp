# Left: the time of a posterior, median to worst, by solver. Right: steps per core-second of environments, by the number of
# games at once. `table` is from measure.py: a block for each solver, then one for
# each environment, `first` of them on the first board.
width_to_height = 0.5
load style
set multiplot layout 1,2 margins 0.09,0.985,0.16,0.9 spacing 0.12,0
array marks[8] = [7, 5, 9, 13, 6, 4, 8, 12]
array colours[4] = ["#0072B2", "#D55E00", "#009E73", "#000000"]
set key top left samplen 2 spacing 0.95 font ",8.5"
set title "one posterior (s)" offset 0,-0.6
set logscale y
set format y "10^{%T}"
set termoption enhanced
set xrange [-0.5:1.5]
set yrange [1e-5:20]
set xtics ("39 Expert" 0, "10 hard" 1)
plot for [i = 0:solvers - 1] table index i using ($1 + 0.15 * (i - 1)):2:(0):($3 - $2) \
    with vectors nohead lc rgb colours[i + 1] lw 1.3 notitle, \
  for [i = 0:solvers - 1] table index i using ($1 + 0.15 * (i - 1)):2 with points lc rgb colours[i + 1] pt marks[i + 1] ps 0.6 \
    title columnheader(1)
set title "steps per core-second" offset 0,-0.6
set logscale x 2
set autoscale xy
set xrange [0.7:1500]
set yrange [500:2e10]
set xtics (1, 64, 1024)
set xlabel "games at once" offset 0,0.7
plot for [i = 0:first - 1] table index solvers + i using 1:2 with linespoints lc rgb colours[i + 1] pt marks[i + 1] ps 0.6 dt 1 \
    lw 1.2 title columnheader(1), \
  for [i = first:environments - 1] table index solvers + i using 1:2 with linespoints lc rgb colours[i - first + 1] \
    pt marks[i - first + 5] ps 0.6 dt 2 lw 1.2 title columnheader(1)
unset multiplot
