"""make_wheel.py PACKAGE FOLDER: makes a wheel of the module in the folder PACKAGE, with the libraries that it needs.

The libraries stand in sapper.libs beside the package under names that hold their content's hash, so that another module
of the process that brings libraries of the same names (oneTBB, for one) and this one do not get each other's. Libraries
with versioned symbols keep their names, which patchelf 0.14 cannot change everywhere; later ones serve for them. What every
Linux has stays out: the C library and those of GCC, which the tag of the wheel stands for. Needs patchelf.
"""
import base64
import hashlib
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
OF_THE_SYSTEM = re.compile(r"(linux-vdso|ld-linux.*|lib(c|m|dl|pthread|rt|stdc\+\+|gcc_s))\.so\.\d+")
MOMENT = (1980, 1, 1, 0, 0, 0)  # of all files, so that the same files make the same wheel

METADATA = """Metadata-Version: 2.1
Name: sapper
Version: {version}
Summary: Minesweeper for research: exact mine probabilities, games, experiments
License-File: LICENSE
Requires-Python: =={python}.*
Requires-Dist: numpy>=1.21
Description-Content-Type: text/markdown

Exact P(mine), games, vectorised environments and Monte Carlo experiments of Minesweeper, for processors of the x86-64-v2
level (on that architecture). `help(sapper)` describes the module. The folder licenses holds those of the libraries in
`sapper.libs`.
"""


def output_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def libraries_of(module):
    """The path of each library that the module needs, directly or not, by name, but those of the system."""
    found = dict(re.findall(r"^\s*(\S+) => (/\S+)", output_of("ldd", module), re.MULTILINE))
    return {name: pathlib.Path(path) for name, path in found.items() if not OF_THE_SYSTEM.fullmatch(name)}


def needed_by_version(file):
    """The libraries whose versions of symbols the file asks for, by name."""
    return set(re.findall(r"File: (\S+)", output_of("readelf", "--version-info", "--wide", file)))


def bring_libraries(module, folder):
    """Copies the module's libraries to the folder and makes the module and them find one another there."""
    folder.mkdir()
    files = {module: f"$ORIGIN/../{folder.name}"}
    new_names = {}
    libraries = libraries_of(module)
    versioned = set().union(*map(needed_by_version, [module, *libraries.values()]))
    for name, path in libraries.items():
        stem, _, ending = name.partition(".so")
        digest = hashlib.sha256(path.read_bytes()).hexdigest()[:8]
        new_names[name] = name if name in versioned else f"{stem}-{digest}.so{ending}"
        copy = folder / new_names[name]
        shutil.copyfile(path, copy)
        files[copy] = "$ORIGIN"
    subprocess.run(["strip", "--strip-unneeded", module], check=True)
    for file, place in files.items():
        file.chmod(0o755)
        changes = [("--replace-needed", old, new) for old, new in new_names.items() if old != new]
        changes += [("--set-soname", file.name)] if file != module else []
        for change in [*changes, ("--set-rpath", place)]:  # one at a time: patchelf 0.14 mixes them up
            subprocess.run(["patchelf", *change, file], check=True)


def licenses_of(libraries):
    """The copyright files of the Debian packages that the libraries are from, by package."""
    for path in libraries:
        for name in {path, path.resolve(), pathlib.Path("/usr") / path.resolve().relative_to("/")}:
            owner = subprocess.run(["dpkg-query", "-S", name], capture_output=True, text=True).stdout
            if owner:
                package = owner.split(":")[0]
                copyright = pathlib.Path("/usr/share/doc", package, "copyright")
                if copyright.exists():
                    yield package, copyright


def version_of(package):
    return output_of(
        sys.executable, "-c", "import sys; sys.path.insert(0, sys.argv[1]); import sapper; print(sapper.__version__)", package.parent
    ).strip()


def make_wheel(package, target):
    version = version_of(package)
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    c_library = platform.libc_ver()[1].replace(".", "_")
    tag = f"{python}-{python}-manylinux_{c_library}_{platform.machine()}"
    with tempfile.TemporaryDirectory() as made:
        made = pathlib.Path(made)
        shutil.copytree(package, made / "sapper", ignore=shutil.ignore_patterns("__pycache__"))
        (module,) = (made / "sapper").glob("_sapper*.so")
        libraries = libraries_of(module).values()
        bring_libraries(module, made / "sapper.libs")
        about = made / f"sapper-{version}.dist-info"
        (about / "licenses").mkdir(parents=True)
        (about / "METADATA").write_text(
            METADATA.format(version=version, python=f"{sys.version_info.major}.{sys.version_info.minor}")
        )
        (about / "WHEEL").write_text(f"Wheel-Version: 1.0\nGenerator: sapper\nRoot-Is-Purelib: false\nTag: {tag}\n")
        shutil.copyfile(ROOT / "LICENSE", about / "LICENSE")
        for name, file in licenses_of(libraries):
            shutil.copyfile(file, about / "licenses" / name)
        return zipped(made, about, target / f"sapper-{version}-{tag}.whl")


def zipped(folder, about, wheel):
    wheel.parent.mkdir(parents=True, exist_ok=True)
    record = about / "RECORD"
    lines = []
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for file in sorted(path for path in folder.rglob("*") if path.is_file()) + [record]:
            name = file.relative_to(folder).as_posix()
            if file == record:
                content = "".join(lines + [f"{name},,\n"]).encode()
            else:
                content = file.read_bytes()
                digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
                lines.append(f"{name},sha256={digest},{len(content)}\n")
            info = zipfile.ZipInfo(name, MOMENT)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = (0o100755 if os.access(file, os.X_OK) else 0o100644) << 16
            archive.writestr(info, content)
    return wheel


if __name__ == "__main__":
    print(make_wheel(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])))
