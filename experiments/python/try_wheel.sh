#!/usr/bin/env bash
# try_wheel.sh WHEEL: installs a wheel in an empty virtual environment, outside the source tree and without its variables, and
# uses it there: a posterior, a run, a policy. Its libraries must be those of the wheel. NumPy comes from the package index,
# or, where that is out of reach, from this Python's own packages.
set -euo pipefail

wheel=$(readlink -f -- "$1")
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
cd -- "$folder"
# Nothing but how to reach the package index.
mapfile -t reach < <(env | grep -E '^(PIP_[A-Z_]+|SSL_CERT_[A-Z]+|[A-Za-z]+_(proxy|PROXY))=' || true)
alone=(env -i "${reach[@]}" HOME="$folder" LANG=C.UTF-8 PATH=/usr/bin:/bin)
python=$folder/venv/bin/python
"${alone[@]}" /usr/bin/python3 -m venv venv
if ! "${alone[@]}" "$python" -m pip install --quiet --disable-pip-version-check "$wheel" >pip.log 2>&1; then
  echo "NumPy cannot be fetched here: taking this Python's own" >&2
  "${alone[@]}" /usr/bin/python3 -m venv --clear --system-site-packages venv
  "${alone[@]}" "$python" -m pip install --quiet --disable-pip-version-check --no-deps --no-index "$wheel"
fi
cat >try.py <<'END'
import pathlib
import re

import numpy
import sapper

package = pathlib.Path(sapper.__file__).parent
assert package.parent.name == "site-packages" and "venv" in package.parts, package
risks = sapper.posterior([".1.1.", ".1.1."], mines=2)
assert risks[0, 0] == 0.5 and risks[1, 2] == 0 and numpy.isnan(risks[0, 1]), risks
config = {"schema": "sapper-config/1", "games": 200, "boards": [{"level": "Beginner"}], "strategies": ["min_risk", "sat"]}
report = sapper.evaluate(lambda obs, action_mask: action_mask.argmax(axis=1), config, games_out="records.jsonl.zst")
assert [result["label"] for result in report["results"]] == ["min_risk", "sat", "policy"], report["results"]
assert report["results"] == sapper.evaluate(lambda obs, action_mask: action_mask.argmax(axis=1), config)["results"]
maps = pathlib.Path("/proc/self/maps").read_text()
names = {pathlib.Path(path) for path in re.findall(r" (/\S+\.so\S*)$", maps, re.MULTILINE)}
foreign = [path for path in names if re.match(r"lib(tbb|boost|fmt|flint|gmp|mpfr|archive|zstd)", path.name) and "sapper.libs" not in path.parts]
own = [path for path in names if path.parent.name == "sapper.libs"]
assert own and not foreign, (own, foreign)
print(f"sapper {sapper.__version__}, NumPy {numpy.__version__}: {len(own)} libraries of the wheel, none of the system's")
END
"${alone[@]}" "$python" -I try.py
