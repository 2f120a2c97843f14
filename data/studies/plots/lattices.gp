# The density at which half of the games are won against the number of cells, by lattice. `table` is from lattices.awk.
width_to_height = 1.6
load plots . "/style.gp"
set terminal svg enhanced size 504,width_to_height*504 fixed font "Helvetica,10.67" background "white"
stats table using 8 nooutput
panels = STATS_blocks
array names[panels]
array k[panels]
array w[panels]
do for [i = 1:panels] {
  stats table index i - 1 every ::::0 using (names[i] = strcol(1), k[i] = column(8), w[i] = column(9), 0) nooutput
}
theory(n, i) = 100 * (log(2) / (w[i] * n)) ** (1.0 / k[i])
# A size at which more than half of the games are won at all densities has no interval: the highest of them is a bound.
is_bound(strategy) = strcol(2) eq strategy && strcol(6) eq "nan"
half(strategy) = strcol(2) eq strategy && strcol(6) ne "nan" ? column(5) : NaN
title_of(name) = substr(name, 1, 7) eq "regular" ? "degree " . substr(name, 8, 9) : name
set logscale xy
set format x "10^{%T}"
set xtics offset 0,0.4 (1e3, 1e4, 1e5, 1e6)
set xrange [700:4e5]
set yrange [4:60]
set ytics (5, 10, 20, 40)
columns = 4
set multiplot layout (panels + columns) / columns,columns margins 0.085,0.985,0.05,0.99 spacing 0.05,0.035
unset key
do for [i = 1:panels] {
  if (i % columns == 1) { set ylabel "half won at (%)" offset 1.8,0 } else { unset ylabel }
  if (i > panels - columns) { set xlabel "cells" offset 0,0.7 } else { unset xlabel }
  # Where the line is not: it falls through the panel, or is high above.
  title = sprintf("{/=9.5 %s, k = %d}", title_of(names[i]), k[i])
  if (k[i] < 8) { set label 1 title at graph 0.98, 0.9 right } else { set label 1 title at graph 0.03, 0.09 left }
  plot [n = 700:4e5] theory(n, i) with lines ls 1 dt ".", \
    table index i - 1 using (0.8 * column(4)):(half("csp")):6:7 with yerrorbars ls 1 lw 0.8 pt 6 ps 0.6, \
    table index i - 1 using (1.25 * column(4)):(half("min_risk")):6:7 with yerrorbars ls 1 lw 0.8 ps 0.5, \
    table index i - 1 using 4:(is_bound("csp") ? column(5) : NaN) with points ls 1 lw 0.8 pt 8 ps 0.8
}
# The key stands alone in the last place.
unset label 1
unset border
unset tics
unset xlabel
unset ylabel
unset grid
set key at graph 0.1, 0.8 left Left reverse samplen 2
plot NaN with lines ls 1 dt "." title "theory", NaN with points ls 1 pt 6 ps 0.6 title "csp", \
  NaN with points ls 1 ps 0.5 title "min\\_risk", NaN with points ls 1 lw 0.8 pt 8 ps 0.8 title "half above"
unset multiplot
