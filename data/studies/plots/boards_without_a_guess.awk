# The CSV of a report of boards_without_a_guess to the table that boards_without_a_guess.gp draws: a line for each case,
#   mines, method (any, uniform, repair, walk)
#   mean 3BV, openings, games won by the local rules in percent, each with the half-width of its 95 % interval
#   mean components of the frontier, mean cells of a component
#   3BV, its half-width, openings, their half-width: relative to the mean of walked boards in percent
# Commas inside quotes become semicolons first.

function number(name) {
  if (!(name in column)) { print "boards_without_a_guess.awk: no column " name > "/dev/stderr"; failed = 1; exit 1 }
  return cell[column[name]]
}

{
  parts = split($0, quoted, "\"")
  line = ""
  for (i = 1; i <= parts; ++i) {
    if (i % 2 == 0) gsub(/,/, ";", quoted[i])
    line = line quoted[i]
  }
  cells = split(line, cell, ",")
}
NR == 1 { for (i = 1; i <= cells; ++i) column[cell[i]] = i; next }
number("strategy") == "csp" {
  ++cases
  name = number("case_name")
  method[cases] = name ~ /walked/ ? "walk" : name ~ /repaired/ ? "repair" : name ~ /no guess/ ? "uniform" : "any"
  mines[cases] = number("mines")
  games = number("games")
  root = sqrt(games) / 1.959964
  bv3[cases] = number("bv3_mean")
  bv3_half[cases] = number("bv3_deviation") / root
  openings[cases] = number("openings_mean")
  openings_half[cases] = number("openings_deviation") / root
  components[cases] = number("frontier_mean_components")
  size[cases] = components[cases] > 0 ? number("frontier_mean_cells") / components[cases] : 0
  if (method[cases] == "walk") walked[mines[cases]] = cases
}
number("strategy") == "rules" {
  won[cases] = 100 * number("win_rate")
  won_half[cases] = 50 * (number("ci_high") - number("ci_low"))
}
END {
  if (failed) exit 1
  for (i = 1; i <= cases; ++i) {
    w = walked[mines[i]]
    printf "%d %s %.6g %.4g %.5g %.4g %.4g %.4g %.4g %.4g %.4g %.4g %.4g %.4g\n", mines[i], method[i], bv3[i],
      bv3_half[i], openings[i], openings_half[i], won[i], won_half[i], components[i], size[i],
      100 * bv3[i] / bv3[w] - 100, 100 * bv3_half[i] / bv3[w], 100 * openings[i] / openings[w] - 100,
      100 * openings_half[i] / openings[w]
  }
}
