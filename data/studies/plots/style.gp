# The look of the figures of `sapper plot`: colours that remain distinct in print and to colour-blind readers.
set terminal svg noenhanced size 504,width_to_height*504 fixed font "Helvetica,10.67" background "white"
set output figure
set encoding utf8
set tics nomirror out scale 0.5
set border 3 lw 0.7
set grid back lc rgb "gray88" lt 1 lw 0.5
set xtics offset 0,0.4
set style line 1 lc rgb "#000000" pt 7 dt 1 lw 1.3 ps 0.4
set style line 2 lc rgb "#E69F00" pt 9 dt "_" lw 1.3 ps 0.5
set style line 3 lc rgb "#0072B2" pt 5 dt "-." lw 1.3 ps 0.4
set style line 4 lc rgb "#CC79A7" pt 11 dt "." lw 1.3 ps 0.5
