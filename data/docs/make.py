"""Makes build/docs: the pages of data/ and the references of the C++ libraries, the Python module and the JavaScript package.

    python3 data/docs/make.py FOLDER PYTHONPATH

`./dev docs` calls it in an environment with pdoc and markdown2, with Doxygen, node and npm, and the folder of the module.
A warning of any of them, or a link that leads nowhere, ends it with status 1.
"""
import html
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import urllib.parse

import markdown2

ROOT = pathlib.Path(__file__).resolve().parents[2]
STYLE = """body{max-width:52rem;margin:2rem auto;padding:0 1rem;font:16px/1.5 system-ui,sans-serif;color-scheme:light dark}
pre{overflow-x:auto;padding:.6rem;border:1px solid #8888;border-radius:4px}code{font-family:ui-monospace,monospace}
table{border-collapse:collapse;display:block;overflow-x:auto}td,th{border:1px solid #8886;padding:.2rem .6rem;text-align:left}
img{max-width:100%;background:#fff}"""


def run(*command, cwd=ROOT, environment=None):
    """Runs a command; its output is returned, and shown where it fails."""
    done = subprocess.run(command, cwd=cwd, env={**os.environ, **(environment or {})}, text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode != 0:
        sys.exit(f"{done.stdout}\ndocs: {command[0]} failed")
    return done.stdout


def page_name(source):
    """Where a page of Markdown is among the documents."""
    return source.relative_to(ROOT).with_suffix(".html") if source.name != "README.md" or source.parent != ROOT else pathlib.Path("readme.html")


def make_pages(folder):
    """The pages of the repository: README, CONTRIBUTING and what lies in data."""
    sources = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "data").rglob("*.md")),
               ROOT / "solvers/minesweeper/README.md"]
    for source in sources:
        text = re.sub(r"<!-- check.*?-->\n?", "", source.read_text(encoding="utf-8"), flags=re.DOTALL)
        body = markdown2.markdown(text, extras=["tables", "header-ids", "fenced-code-blocks", "code-friendly"])
        target = folder / page_name(source)
        target.parent.mkdir(parents=True, exist_ok=True)

        def link(match, source=source, target=target):
            """A link or picture of the page, from where the page is now."""
            address, _, fragment = match[2].partition("#")
            if re.match(r"[a-z]+:", address) or not address:
                return match[0]
            file = (source.parent / urllib.parse.unquote(address)).resolve()
            if file.is_dir():
                file = file / "README.md" if (file / "README.md").exists() else file
            if file in sources:
                place = folder / page_name(file)
            elif file.is_file():
                place = folder / file.relative_to(ROOT)
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file, place)
            else:
                place = folder / "readme.html" if file.exists() else folder / "missing" / address
            address = os.path.relpath(place, target.parent)
            return f'{match[1]}="{address}{"#" + fragment if fragment else ""}"'

        title = html.escape(re.search(r"^# (.+)$", text, re.MULTILINE)[1])
        body = re.sub(r'(href|src)="([^"]*)"', link, body)
        target.write_text(f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
                          f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style></head><body>{body}</body></html>\n',
                          encoding="utf-8")
    return sources


def make_cpp(folder):
    """Doxygen's reference of the headers."""
    settings = folder / "Doxyfile"
    settings.write_text((ROOT / "data/docs/Doxyfile").read_text() + f'OUTPUT_DIRECTORY = "{folder}"\n')
    output = run("doxygen", str(settings))
    settings.unlink()
    if output.strip():
        sys.exit(f"{output}\ndocs: Doxygen warns")


def make_python(folder, path):
    """pdoc's reference of the module, from its stubs."""
    run(sys.executable, "-W", "error", "-m", "pdoc", "sapper", "-o", str(folder / "python"), environment={"PYTHONPATH": path})


def make_javascript(folder):
    """TypeDoc's reference of the npm package."""
    work = folder.parent / "docs_npm"
    work.mkdir(parents=True, exist_ok=True)
    needed = json.loads((ROOT / "experiments/browser/package.json").read_text())["devDependencies"]
    packages = {name: needed[name] for name in ("@bjorn3/browser_wasi_shim", "typescript")} | {"typedoc": "0.28.14"}
    manifest = json.dumps({"private": True, "type": "module", "devDependencies": packages})
    if not (work / "node_modules/.installed").exists() or (work / "node_modules/.installed").read_text() != manifest:
        (work / "package.json").write_text(manifest)
        run("npm", "install", "--silent", "--no-audit", "--no-fund", "--no-package-lock", "--ignore-scripts", cwd=work)
        (work / "node_modules/.installed").write_text(manifest)
    for name in ("sapper.js", "tsconfig.json"):
        shutil.copyfile(ROOT / "experiments/browser" / name, work / name)
    shutil.copyfile(ROOT / "experiments/browser/npm.md", work / "npm.md")
    run("node", "node_modules/typedoc/bin/typedoc", "--entryPoints", "sapper.js", "--readme", "npm.md", "--name", "sapper",
        "--out", str(folder / "javascript"), "--treatWarningsAsErrors", "--disableSources", "--excludePrivate", cwd=work)


def broken_links(folder):
    """Links of the documents to files or anchors that are not there."""
    pages = {page: page.read_text(encoding="utf-8", errors="replace") for page in folder.rglob("*.html")}
    anchors = {page: set(re.findall(r'\b(?:id|name)="([^"]+)"', text)) for page, text in pages.items()}
    for page, text in sorted(pages.items()):
        for address in set(re.findall(r'<(?:a|img|link)\b[^>]*?\b(?:href|src)="([^"]*)"', text)):
            address = html.unescape(address)
            # Doxygen links to lists of nested types that it leaves out where all of them are private.
            if re.match(r"[a-z]+:|//", address) or address == "#nested-classes":
                continue
            name, _, anchor = address.partition("#")
            file = (page.parent / urllib.parse.unquote(name.partition("?")[0])).resolve() if name else page
            file = file / "index.html" if file.is_dir() else file
            anchor = urllib.parse.unquote(anchor)
            if not file.exists() or (anchor and file in anchors and anchor not in anchors[file]):
                yield f"{page.relative_to(folder)}: {address}"


def make_index(folder, sources):
    """The first page."""
    listed = "".join(f'<li><a href="{page_name(source)}">{source.relative_to(ROOT)}</a></li>' for source in sources)
    (folder / "index.html").write_text(
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>sapper</title><style>{STYLE}</style></head><body>'
        '<h1>sapper</h1><ul><li><a href="cpp/index.html">The C++ libraries</a></li><li><a href="python/index.html">The Python module</a></li>'
        f'<li><a href="javascript/index.html">The JavaScript package</a></li></ul><h2>Pages</h2><ul>{listed}</ul></body></html>\n')


def main(folder, path):
    """Makes all of it anew."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    sources = make_pages(folder)
    make_index(folder, sources)
    make_cpp(folder)
    make_python(folder, path)
    make_javascript(folder)
    broken = list(broken_links(folder))
    if broken:
        sys.exit("docs: links that lead nowhere:\n" + "\n".join(broken))
    print(folder / "index.html")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]).resolve(), sys.argv[2])
