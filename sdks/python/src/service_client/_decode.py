"""From the JSON of a response to the classes of `_models`, by their annotations."""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Callable
from datetime import datetime
from functools import cache
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from ._errors import APIError

_T = TypeVar("_T")
_Decoder = Callable[[Any], Any]


def decode(kind: type[_T], value: object) -> _T:
    """Fields that the class does not know are left out."""
    try:
        return cast(_T, _decoder(kind)(value))
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise APIError(f"The response is no {kind.__name__}: {error!r}") from error


@cache
def _decoder(kind: Any) -> _Decoder:
    if dataclasses.is_dataclass(kind):
        return _fields_decoder(cast("type[Any]", kind))
    if kind is datetime:
        return _read_time
    origin = get_origin(kind)
    if origin is list:
        item = _decoder(get_args(kind)[0])
        return lambda value: [item(one) for one in value]
    if origin is dict:
        value_of = _decoder(get_args(kind)[1])
        return lambda value: {name: value_of(one) for name, one in value.items()}
    if origin in (Union, types.UnionType):
        return _union_decoder(get_args(kind))
    if origin is Literal or kind in (str, int, float, bool, type(None)):
        return _as_it_is
    raise TypeError(f"no decoder of {kind}")


def _fields_decoder(kind: type[Any]) -> _Decoder:
    hints = get_type_hints(kind)
    # `from` is a word of Python, so the field is called `from_`.
    names = {field.name: field.name.rstrip("_") for field in dataclasses.fields(kind)}
    # A field with a default may be absent; what is needed and absent is a `TypeError` of the class.
    known = {wire: name for name, wire in names.items()}
    decoders = [
        (name, decoder) for name in names if (decoder := _decoder(hints[name])) is not _as_it_is
    ]

    def read(value: dict[str, Any]) -> Any:
        given = {known[wire]: one for wire, one in value.items() if wire in known}
        for name, decoder in decoders:
            if name in given:
                given[name] = decoder(given[name])
        return kind(**given)

    return read


def _union_decoder(kinds: tuple[Any, ...]) -> _Decoder:
    """None and at most one kind that needs decoding; texts and literals stay as they are."""
    decoders = [_decoder(kind) for kind in kinds if kind is not type(None)]
    first = decoders[0]
    if first is _as_it_is:
        return _as_it_is
    return lambda value: None if value is None else first(value)


def _as_it_is(value: Any) -> Any:
    return value


def _read_time(text: str) -> datetime:
    return datetime.fromisoformat(text.replace("Z", "+00:00"))
