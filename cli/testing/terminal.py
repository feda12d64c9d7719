"""Runs a program in a pseudo-terminal: what it shows goes to stdout, and lines of JSON on stdin press keys or change the size.

    terminal.py COLUMNS ROWS PROGRAM [WORD...]
"""

import fcntl
import json
import os
import pty
import select
import struct
import sys
import termios


def main() -> int:
    columns, rows, *words = sys.argv[1:]
    child, terminal = pty.fork()
    if child == 0:
        resize(0, int(columns), int(rows))
        os.execvp(words[0], words)
    rest = b""
    watched = [terminal, 0]
    while True:
        ready, _, _ = select.select(watched, [], [])
        if terminal in ready:
            try:
                shown = os.read(terminal, 65536)
            except OSError:  # the program has closed it
                break
            if not shown:
                break
            os.write(1, shown)
        if 0 in ready:
            read = os.read(0, 65536)
            if not read:
                watched.remove(0)
            *lines, rest = (rest + read).split(b"\n")
            for line in lines:
                wish = json.loads(line)
                if "keys" in wish:
                    os.write(terminal, wish["keys"].encode())
                if "size" in wish:
                    resize(terminal, *wish["size"])
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


def resize(terminal: int, columns: int, rows: int) -> None:
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


sys.exit(main() & 255)
