# By the 3BV of a Beginner board: ZiNi and least clicks, and the greatest possible efficiency. `table` is from
# least_clicks.awk.
width_to_height = 0.42
load plots . "/style.gp"
set multiplot layout 1,2 margins 0.08,0.985,0.2,0.97 spacing 0.11,0.1
set xlabel "3BV" offset 0,0.7
set xrange [0:40]
set ylabel "clicks" offset 1.8,0
set yrange [0:40]
set key top left samplen 2
plot x with lines lc rgb "gray60" dt 3 title "3BV", \
  table using 1:2 with linespoints ls 2 title "ZiNi", \
  table using 1:3 with linespoints ls 1 title "least clicks"
set ylabel "greatest efficiency (%)" offset 1,0
set key bottom right samplen 2
set yrange [90:*]
plot table using 1:5 with linespoints ls 3 title "best board", \
  table using 1:4 with linespoints ls 1 title "mean"
unset multiplot
