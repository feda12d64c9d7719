"""A list of the API that comes in pages, and is asked for when it is read."""

from __future__ import annotations

from collections.abc import Iterator, Callable, Sequence
from typing import Generic, Protocol, TypeVar


class Page(Protocol):
    @property
    def next_cursor(self) -> str | None: ...


ItemT = TypeVar("ItemT")
PageT = TypeVar("PageT", bound=Page)


class List(Generic[ItemT, PageT]):
    """Iterating reads every item; `pages()` reads page by page, and `first()` one page."""

    def __init__(
        self,
        read: Callable[[str | None], PageT],
        items_of: Callable[[PageT], Sequence[ItemT]],
        cursor: str | None,
    ) -> None:
        self._read = read
        self._items_of = items_of
        self._cursor = cursor

    def first(self) -> PageT:
        """The first page; its `next_cursor` leads to the second."""
        return self._read(self._cursor)

    def pages(self) -> Iterator[PageT]:
        cursor = self._cursor
        while True:
            page = self._read(cursor)
            yield page
            cursor = page.next_cursor
            if cursor is None:
                return

    def __iter__(self) -> Iterator[ItemT]:
        for page in self.pages():
            for item in self._items_of(page):
                yield item
