# The table by 3BV of least_clicks.md, which least_clicks.gp draws: one line for each range of 3BV, with
#   mean 3BV, mean ZiNi, mean least clicks, mean and greatest efficiency in percent
/^\| [0-9]+-[0-9]+ \|/ {
  gsub(/[|,]/, " ")
  if (NF != 9) { print "least_clicks.awk: not nine columns: " $0 > "/dev/stderr"; failed = 1; exit 1 }
  print $3, $4, $5, $8, $9
  ++count
}
END {
  if (!failed && !count) { print "least_clicks.awk: no table by 3BV" > "/dev/stderr"; exit 1 }
}
