# Bounds by the guesses that are followed, beside what `expert` wins, and what a game costs. `table` is from upper_bound.awk.
width_to_height = 0.42
load plots . "/style.gp"
set multiplot layout 1,2 margins 0.08,0.985,0.2,0.97 spacing 0.14,0.1
set xlabel "guesses followed" offset 0,0.7
set xtics 1
set xrange [-0.2:2.2]
set ylabel "games won on Expert (%)" offset 1.8,0
set yrange [35:95]
set key top right samplen 2
plot table index 0 using 1:2:3:4 with yerrorlines ls 1 title "bound, opening start", \
  table index 0 using 1:6 with lines ls 1 dt "." title "expert, opening start", \
  table index 1 using 1:2:3:4 with yerrorlines ls 2 title "bound, safe start", \
  table index 1 using 1:6 with lines ls 2 dt "." title "expert, safe start"
set ylabel "seconds per game" offset 0.5,0
set yrange [1e-5:1e5]
set logscale y
set format y "%g"
set key top left samplen 2
plot table index 0 using 1:5 with linespoints ls 1 title "Expert, opening", \
  table index 1 using 1:5 with linespoints ls 2 title "Expert, safe", \
  table index 2 using 1:5 with linespoints ls 3 title "Intermediate, opening", \
  table index 4 using 1:5 with linespoints ls 4 title "Beginner, opening"
unset multiplot
