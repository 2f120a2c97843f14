"""A header as Doxygen reads it: its comments, which are plain `//`, as documentation.

Lines that begin with `//` document what follows, the first ones of a file the file itself, and a comment behind a member or an
enumerator documents that. What Doxygen would take for a command, a tag or a link is escaped.
"""
import re
import sys

COMMENT = re.compile(r"^(\s*)//(?: (.*))?$")
MEMBER = re.compile(r"^(.*[;,({]|\s*[A-Za-z_]\w*)\s+// (.*)$")
ENTITIES = {"<": "&lt;", ">": "&gt;", "&": "&amp;"}


def escaped(text):
    """Prose and code spans with Doxygen's special characters escaped."""
    parts = text.split("`")
    if len(parts) % 2 == 0:
        parts = [text.replace("`", "'")]
    for i, part in enumerate(parts):
        part = re.sub(r"[<>&]", lambda sign: ENTITIES[sign[0]], part)
        part = re.sub(r'([\\@%"])', r"\\\1", part)
        part = re.sub(r"#(?=\w)", r"\\#", part)
        # A dot would end the sentence that lists show.
        parts[i] = f"<code>{part.replace('.', '&#46;')}</code>" if i % 2 else re.sub(r"[*_]", r"\\\g<0>", part)
    return "".join(parts)


def documentation(lines):
    """The text of a comment: indented lines are examples, shown as they are."""
    blocks = []
    for line in lines:
        is_example = line.startswith("  ") and line.strip() != ""
        if not blocks or blocks[-1][0] != is_example:
            blocks.append((is_example, []))
        blocks[-1][1].append(line)
    for is_example, texts in blocks:
        if is_example:
            yield from ["@code{.txt}", *texts, "@endcode"]
        else:
            yield from escaped("\n".join(texts)).split("\n")


def documented(lines):
    """The lines of a header with comments that Doxygen reads."""
    number = 0
    while number < len(lines):
        begin = number
        while number < len(lines) and (comment := COMMENT.match(lines[number])):
            number += 1
        if number > begin:
            indent = COMMENT.match(lines[begin])[1]
            if begin == 0:
                yield "/// @file"
            for line in documentation([COMMENT.match(line)[2] or "" for line in lines[begin:number]]):
                yield f"{indent}/// {line}"
            continue
        line = lines[number]
        member = MEMBER.match(line)
        yield f"{member[1]}  ///< {escaped(member[2])}" if member and "//" not in member[1] else line
        number += 1


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as source:
        print("\n".join(documented(source.read().split("\n"))))
