# Win rate and games without a guess on 16 x 30 cells against mine density and mean number. `table` is a report's CSV.
width_to_height = 0.72
load plots . "/style.gp"
set datafile separator comma
set datafile missing NaN  # rows of other topologies do not break a line
set key autotitle columnhead
topologies = "square torus hex"
# Neighbours of a cell in the mean: pairs of neighbours on 16 x 30 cells, over 240.
neighbors(t) = t eq "torus" ? 8.0 : t eq "square" ? (464 + 450 + 2 * 435) / 240.0 : (464 + 15 * 59) / 240.0
density(t) = strcol("topology") eq t && strcol("strategy") eq "min_risk" ? 100 * column("density") : NaN
# Of the numbers of free cells, each of whose neighbours is one of the 479 other cells.
number(t) = density(t) / 100 * 480 / 479.0 * neighbors(t)
z = 1.959964
middle(p, n) = (p + z * z / (2 * n)) / (1 + z * z / n)
half(p, n) = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
logic(d) = column("won_without_guess") / column("games")
low(p) = 100 * (middle(p, column("games")) - half(p, column("games")))
high(p) = 100 * (middle(p, column("games")) + half(p, column("games")))
set multiplot layout 2,2 margins 0.09,0.985,0.11,0.985 spacing 0.08,0.06
unset key
set yrange [0:100]
do for [row = 1:2] {
  set format x row == 1 ? "" : "%g"
  do for [col = 1:2] {
    if (row == 2) { set xlabel col == 1 ? "mine density (%)" : "mean number of a free cell" offset 0,0.7 }
    if (col == 1) { set ylabel row == 1 ? "games won (%)" : "games without a guess (%)" offset 1.8,0 } \
    else { unset ylabel }
    if (row == 1 && col == 2) { set key bottom left samplen 2 } else { unset key }
    plot for [i = 1:3] t = word(topologies, i) table \
      using (col == 1 ? density(t) : number(t)):(row == 1 ? 100 * column("win_rate") : 100 * logic(0)): \
      (row == 1 ? 100 * column("ci_low") : low(logic(0))):(row == 1 ? 100 * column("ci_high") : high(logic(0))) \
      with yerrorlines ls i title t
  }
}
unset multiplot
