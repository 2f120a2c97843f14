#!/usr/bin/env bash
# bundle.sh PROGRAM FOLDER: makes a folder that runs sapper on another Linux machine of this architecture, on which nothing
# needs to be installed: the program, its shared libraries with the C library and its loader, and measure_scaling.
set -euo pipefail

program=$1 folder=$2
here=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")
rm -rf "$folder"
mkdir -p "$folder/lib"
cp "$program" "$folder/lib/sapper.program"
strip "$folder/lib/sapper.program"
ldd "$program" | grep -oE '/[^ ]+' | while read -r library; do cp --dereference "$library" "$folder/lib/"; done
cp "$here/measure_scaling.sh" "$folder/measure_scaling"
cat >"$folder/sapper" <<'END'
#!/bin/sh
lib=$(dirname -- "$(readlink -f -- "$0")")/lib
exec "$lib"/ld-linux*.so.* --library-path "$lib" "$lib/sapper.program" "$@"
END
chmod +x "$folder/sapper" "$folder/measure_scaling"
"$folder/sapper" --version >/dev/null
