#!/usr/bin/env bash
# try_wheel.sh WHEEL: installs a wheel in empty virtual environments, outside the source tree and without its variables, and
# uses it there with the newest NumPy that pip gives and with the oldest: a posterior, a run, a policy, and the lines of
# README.md and data/library.md. Its libraries must be those of the wheel, and auditwheel must agree with its tag. Where the
# package index is out of reach, NumPy is this Python's own, and what was left out is said.
set -euo pipefail

wheel=$(readlink -f -- "$1")
pages=$(readlink -f -- "$(dirname -- "${BASH_SOURCE[0]}")/../..")
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
cd -- "$folder"
# Nothing but how to reach the package index.
mapfile -t reach < <(env | grep -E '^(PIP_[A-Z_]+|UV_[A-Z_]+|SSL_CERT_[A-Z]+|[A-Za-z]+_(proxy|PROXY))=' || true)
alone=(env -i "${reach[@]}" HOME="$folder" LANG=C.UTF-8 PATH=/usr/bin:/bin)

# environment NAME [ARGS]: a new one in the folder NAME.
environment() { "${alone[@]}" /usr/bin/python3 -m venv "${@:2}" "$1"; }
# pip_install NAME ARGS
pip_install() { "${alone[@]}" "$1/bin/python" -m pip install --quiet --disable-pip-version-check "${@:2}"; }

cat >try.py <<'END'
import pathlib
import re

import numpy
import sapper

package = pathlib.Path(sapper.__file__).parent
assert package.parent.name == "site-packages" and package.parents[3].name in ("newest", "oldest"), package
risks = sapper.posterior([".1.1.", ".1.1."], mines=2)
assert risks[0, 0] == 0.5 and risks[1, 2] == 0 and numpy.isnan(risks[0, 1]), risks
config = {"schema": "sapper-config/1", "games": 200, "boards": [{"level": "Beginner"}], "strategies": ["min_risk", "sat"]}
records = package.parents[3] / "records.jsonl.zst"
report = sapper.evaluate(lambda obs, action_mask: action_mask.argmax(axis=1), config, games_out=records)
assert [result["label"] for result in report["results"]] == ["min_risk", "sat", "policy"], report["results"]
assert report["results"] == sapper.evaluate(lambda obs, action_mask: action_mask.argmax(axis=1), config)["results"]
env = sapper.VectorEnv(4, 5, 6, 5, p_mine=True)
obs, info = env.reset(seed=3)
obs, reward, *_ = env.step(env.sample_actions())
assert obs.shape == (4, 5, 6) and obs.strides == (30, 6, 1) and info["p_mine"].strides == (240, 48, 8)
assert numpy.array_equal(env.action_masks(), obs.reshape(4, 30) == -1)
positions = sapper.positions(config, where="forced", count=20)
assert sapper.score(positions, [{"id": one["id"], "safe": one["safe"]} for one in positions])["safe"]["exact_match"] == 1
maps = pathlib.Path("/proc/self/maps").read_text()
names = {pathlib.Path(path) for path in re.findall(r" (/\S+\.so\S*)$", maps, re.MULTILINE)}
foreign = [path for path in names if re.match(r"lib(tbb|boost|fmt|flint|gmp|mpfr|archive|zstd)", path.name) and "sapper.libs" not in path.parts]
own = [path for path in names if path.parent.name == "sapper.libs"]
assert own and not foreign, (own, foreign)
print(f"sapper {sapper.__version__}, NumPy {numpy.__version__}: {len(own)} libraries of the wheel, none of the system's")
END

# The Python of the pages: `-c '...'` in README.md, and the lines after `import numpy` in data/library.md.
cat >lines.py <<'END'
import pathlib
import re
import sys

pages = pathlib.Path(sys.argv[1])
(line,) = re.findall(r"^    \./dev python -c '(import sapper; .*)'$", (pages / "README.md").read_text(), re.MULTILINE)
(block,) = re.findall(r"^    import numpy\n    import sapper\n(?:    .*\n)+", (pages / "data/library.md").read_text(), re.MULTILINE)
for code in line, re.sub("^    ", "", block, flags=re.MULTILINE):
    exec(compile(code, "page", "exec"), {})
END

environment tools
if ! pip_install tools uv auditwheel >pip.log 2>&1; then
  echo "the package index is out of reach: tried with this Python's own NumPy alone, and not with auditwheel" >&2
  environment newest --system-site-packages
  pip_install newest --no-deps --no-index "$wheel"
  "${alone[@]}" newest/bin/python -I try.py
  exit
fi

tag=$(basename -- "$wheel" .whl)
tag=${tag##*-}
"${alone[@]}" tools/bin/auditwheel show "$wheel" | tr -s ' \n' ' ' >audit.txt
grep -qF "tag: \"$tag\"" audit.txt || {
  echo "auditwheel does not agree with the tag $tag: $(cat audit.txt)" >&2
  exit 1
}
echo "auditwheel: consistent with $tag"

environment newest
pip_install newest "$wheel"
"${alone[@]}" newest/bin/python -I try.py
"${alone[@]}" newest/bin/python -I lines.py "$pages" >printed.txt 2>&1 || {
  cat printed.txt >&2
  exit 1
}
echo "the lines of README.md and data/library.md run"

environment oldest
"${alone[@]}" tools/bin/uv pip install --quiet --python oldest/bin/python --resolution lowest --only-binary :all: "$wheel"
"${alone[@]}" oldest/bin/python -I try.py
