# The first table of lattices.md, then the densities of half_density.py, to what lattices.gp draws: the lines of the latter
# followed by k and w of the lattice, which theory's density (ln 2 / (w n))^(1/k) has. On a random regular graph of degree d,
# regular3 and so on, they are d + 1 and 1.
FNR == 1 { ++file }
file == 1 && /^\| [a-z0-9]+ \| [0-9][0-9or ]*: / {
  if (split($0, cell, / *\| */) != 10) { print "lattices.awk: not the cells of a lattice: " $0 > "/dev/stderr"; exit 1 }
  if (!(cell[2] in k)) { k[cell[2]] = cell[4]; w[cell[2]] = cell[7] }
}
file == 2 && /^regular/ { k[$1] = substr($1, 8) + 1; w[$1] = 1 }
file == 2 && /^[^#]/ && !($1 in k) { print "lattices.awk: lattices.md has no " $1 > "/dev/stderr"; exit 1 }
file == 2 { print /^[^#]/ ? $0 " " k[$1] " " w[$1] : $0 }
