# Records of games (sapper run --games-out) to a table by 3BV, which what_boards_are_like.gp draws: one block per case,
# ascending, two empty lines apart, with a line for each range of 3BV that boards fall into:
#   lowest 3BV, highest 3BV, games, share of the case's games in percent per unit of 3BV, win rate in percent and its
#   Wilson 95 % interval
# Ranges are half a standard deviation wide, so that levels can be compared.

function field(name) {
  if (!match($0, "\"" name "\":[a-z0-9]+")) { print "by_3bv.awk: no " name " in: " $0 > "/dev/stderr"; failed = 1; exit 1 }
  return substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 3)
}

{
  c = field("case") + 0
  bv3 = field("bv3") + 0
  won = field("won") == "true"
  if (c > last) last = c
  if (!(c in games) || bv3 < least[c]) least[c] = bv3
  if (!(c in games) || bv3 > most[c]) most[c] = bv3
  ++games[c]
  sum[c] += bv3
  squares[c] += bv3 * bv3
  ++count[c, bv3]
  wins[c, bv3] += won
}

END {
  if (failed) exit 1
  z = 1.959964
  for (c = 0; c <= last; ++c) {
    mean = sum[c] / games[c]
    width = int(sqrt(squares[c] / games[c] - mean * mean) / 2 + 0.5)
    if (width < 1) width = 1
    printf "# case %d: %d games, mean 3BV %.4f\n", c, games[c], mean
    for (low = least[c] - least[c] % width; low <= most[c]; low += width) {
      n = w = 0
      for (bv3 = low; bv3 < low + width; ++bv3) { n += count[c, bv3]; w += wins[c, bv3] }
      if (n == 0) continue
      rate = w / n
      middle = (rate + z * z / (2 * n)) / (1 + z * z / n)
      half = z * sqrt(rate * (1 - rate) / n + z * z / (4 * n * n)) / (1 + z * z / n)
      printf "%d %d %d %.5g %.5g %.5g %.5g\n", low, low + width - 1, n, 100 * n / games[c] / width, 100 * rate,
        100 * (middle - half), 100 * (middle + half)
    }
    printf "\n\n"
  }
}
