# The table of upper_bound.md to what upper_bound.gp draws: a block for each start, two empty lines apart, with a line for each
# number of guesses:
#   guesses, bound and its interval (low, high) in percent, seconds per game, win rate of `expert` in percent
/^\| (Expert|Intermediate|Beginner), / {
  gsub(/,/, "")
  if (split($0, cell, /\|/) != 9 || split(cell[6], interval, / to /) != 2) {
    print "upper_bound.awk: not the cells of a bound: " $0 > "/dev/stderr"; failed = 1; exit 1
  }
  if (count && cell[2] != start) printf "\n\n"
  start = cell[2]
  print cell[3], cell[5], interval[1], interval[2], cell[7], cell[8]
  ++count
}
END {
  if (!failed && !count) { print "upper_bound.awk: no table of bounds" > "/dev/stderr"; exit 1 }
}
