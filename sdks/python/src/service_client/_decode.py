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
        return lambda value: value
    raise TypeError(f"no decoder of {kind}")


def _fields_decoder(kind: type[Any]) -> _Decoder:
    hints = get_type_hints(kind)
    # `from` is a word of Python, so the field is called `from_`.
    fields = [
        (field.name, field.name.rstrip("_"), _decoder(hints[field.name]), field.default)
        for field in dataclasses.fields(kind)
    ]

    def read(value: dict[str, Any]) -> Any:
        return kind(
            **{
                name: read_field(value[wire])
                if default is dataclasses.MISSING or wire in value
                else default
                for name, wire, read_field, default in fields
            }
        )

    return read


def _union_decoder(kinds: tuple[Any, ...]) -> _Decoder:
    """None and at most one kind that needs decoding; texts and literals stay as they are."""
    decoders = [_decoder(kind) for kind in kinds if kind is not type(None)]
    first = decoders[0]
    return lambda value: None if value is None else first(value)


def _read_time(text: str) -> datetime:
    return datetime.fromisoformat(text.replace("Z", "+00:00"))
