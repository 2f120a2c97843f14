#!/usr/bin/env bash
# bundle.sh PROGRAM FOLDER: makes a folder that runs sapper on another Linux machine of this architecture, on which nothing
# needs to be installed: the program, its shared libraries with the C library and its loader, configs to start from, and
# measure_scaling. Beside it the same as sapper-VERSION-ARCHITECTURE.tar.gz, whose name it prints.
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
mkdir "$folder/experiments"
cp "$here"/../../data/experiments/*.json "$folder/experiments/"
cp -r "$here/../../data/boards" "$here/../../LICENSE" "$folder/"

name=sapper-$("$folder/sapper" --version | sed -nE '1s/^sapper ([0-9.]+).*/\1/p')-$(uname -m)
rm -f "$(dirname -- "$folder")"/sapper-*.tar.gz
tarball=$(dirname -- "$folder")/$name.tar.gz
# The same files make the same tarball.
tar --create --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner --transform="s,^\\.,$name," \
  -C "$folder" . | gzip --no-name -9 >"$tarball"
echo "$tarball"
