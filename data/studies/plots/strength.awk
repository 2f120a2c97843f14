# The first table of strength.md to the points that strength_and_speed.gp draws: one block per start, opening and safe, two
# empty lines apart, with a line for each player:
#   games per core-second: middle, low, high; win rate in percent: middle, low, high; 1 if published by others; label
# and then two blocks with the frontier of each start, fastest first: those than which none is faster and wins more.
# A cell holds a figure ("52.75"), one with its interval ("50.63 ± 0.11") or a range ("24 to 90"). The speeds of the two
# starts are apart ("14,900; safe start 18,300") or the same.

function trimmed(text) { gsub(/^ +| +$/, "", text); return text }

# The figures of a cell: value[1] middle, value[2] low, value[3] high.
function read_figure(text, value, parts) {
  gsub(/,/, "", text)
  sub(/^ *safe start /, "", text)
  if (text !~ /^ *[0-9.]+( *± *[0-9.]+| +to +[0-9.]+)? *$/) {
    print "strength.awk: expected a figure, not '" text "', in: " $0 > "/dev/stderr"
    failed = 1
    exit 1
  }
  if (split(text, parts, / *± */) == 2) {
    value[1] = parts[1] + 0; value[2] = parts[1] - parts[2]; value[3] = parts[1] + parts[2]
  } else if (split(text, parts, / +to +/) == 2) {
    value[2] = parts[1] + 0; value[3] = parts[2] + 0; value[1] = (value[2] + value[3]) / 2
  } else {
    value[1] = value[2] = value[3] = text + 0
  }
}

# The row of the fastest player slower than that, of equals the one that wins most; 0 if there is none.
function fastest_below(start, speed, row, found) {
  found = 0
  for (row = 3; row <= rows; ++row)
    if (speed_of[start, row] < speed &&
        (!found || speed_of[start, row] > speed_of[start, found] ||
         (speed_of[start, row] == speed_of[start, found] && rate_of[start, row] > rate_of[start, found])))
      found = row
  return found
}

/^## / { exit }
/^\|/ && ++rows > 2 {
  split($0, cells, "|")
  label = trimmed(cells[2])
  gsub(/`/, "", label)
  sub(/ \(.*/, "", label)
  sub(/ with an exact end .*/, ", exact end", label)
  is_published = cells[2] !~ /`/
  starts = split(cells[5], speeds, ";")
  for (start = 1; start <= 2; ++start) {
    read_figure(speeds[starts == 2 ? start : 1], speed)
    read_figure(cells[2 + start], rate)
    lines[start] = lines[start] sprintf("%.6g %.6g %.6g %.6g %.6g %.6g %d \"%s\"\n", speed[1], speed[2], speed[3],
      rate[1], rate[2], rate[3], is_published, label)
    speed_of[start, rows] = speed[1]
    rate_of[start, rows] = rate[1]
  }
}

END {
  if (failed) exit 1
  if (rows < 4) { print "strength.awk: strength.md does not begin with its table" > "/dev/stderr"; exit 1 }
  printf "%s\n\n%s", lines[1], lines[2]
  for (start = 1; start <= 2; ++start) {
    printf "\n\n"
    best = 0
    slower = 1e9
    while ((row = fastest_below(start, slower)) > 0) {
      slower = speed_of[start, row]
      if (rate_of[start, row] <= best) continue
      best = rate_of[start, row]
      print slower, best
    }
  }
}
