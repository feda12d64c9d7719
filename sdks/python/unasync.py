"""Makes the synchronous client of the asynchronous one: `python unasync.py`.

With `--check` it only says whether they agree.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

PACKAGE = Path(__file__).parent / "src/service_client"

REPLACED = [
    (r"\basync (def|for|with)\b", r"\1"),
    (r"\bawait ", ""),
    (r"\bAwaitable\[PageT\]", "PageT"),
    (r"Awaitable, ", ""),
    (r"\bAsyncIterator\b", "Iterator"),
    (r"\bAsyncGenerator\[(\w+), None\]", r"Generator[\1, None, None]"),
    (r"\baclosing\b", "closing"),
    (r"httpx\.AsyncClient", "httpx.Client"),
    (r"\bAsync(?=[A-Z])", ""),
    (r"__a(iter|enter|exit)__", r"__\1__"),
    (r"\.aread\b", ".read"),
    (r"\baclose\b", "close"),
    (r"aiter_bytes", "iter_bytes"),
    (r"import anyio\n", ""),
    (r"\nimport time\n\n(?=\n)", "\nimport time\n"),
    (r"anyio\.sleep", "time.sleep"),
    (
        r"The asynchronous client\..*",
        'The synchronous client, made by `unasync.py` of `_async`."""',
    ),
]


def sync_of(text: str) -> str:
    for pattern, replacement in REPLACED:
        text = re.sub(pattern, replacement, text)
    return text


def main() -> int:
    outdated = False
    for source in sorted((PACKAGE / "_async").glob("*.py")):
        target = PACKAGE / "_sync" / source.name
        text = sync_of(source.read_text("utf-8"))
        if "--check" in sys.argv:
            if not target.exists() or target.read_text("utf-8") != text:
                print(f"{target} is out of date: run unasync.py")
                outdated = True
        else:
            target.parent.mkdir(exist_ok=True)
            target.write_text(text, "utf-8")
    return int(outdated)


if __name__ == "__main__":
    sys.exit(main())
