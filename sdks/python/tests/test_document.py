"""The classes are those of the API document, field by field."""

from __future__ import annotations

import copy
import inspect
import json
import types
from datetime import datetime
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest

import service_client
from service_client import AsyncCompute, Compute

DOCUMENT = json.loads((Path(__file__).parents[3] / "openapi/compute.json").read_text("utf-8"))
# The client's errors stand for the first, and arguments for the others.
LEFT = (
    "Problem",
    "DeployRequest",
    "DomainRequest",
    "EndpointAccessRequest",
    "RegistryLoginChange",
)
# Operators and people use these; webhooks are set up once.
NOT_COVERED = ("/healthz", "/readyz", "/auth/", "/v1/webhooks")
PLAIN = {"string": str, "integer": int, "number": float, "boolean": bool, "null": type(None)}


def used_in(value: Any, names: set[str]) -> set[str]:
    """The names of the schemas that are referred to, by whatever is."""
    if isinstance(value, list):
        for one in value:
            used_in(one, names)
    if isinstance(value, dict):
        for field, inner in value.items():
            if field != "$ref":
                used_in(inner, names)
                continue
            _, _, section, name = inner.split("/")
            if f"{section}/{name}" not in names:
                names.add(f"{section}/{name}")
                used_in(DOCUMENT["components"][section][name], names)
    return names


USED = used_in(
    [of for path, of in DOCUMENT["paths"].items() if not path.startswith(NOT_COVERED)],
    set(),
)
SCHEMAS: dict[str, Any] = {
    name: schema
    for name, schema in DOCUMENT["components"]["schemas"].items()
    if f"schemas/{name}" in USED
}


def kinds_of(schema: dict[str, Any]) -> set[Any]:
    """The members of the union that the schema is."""
    if "$ref" in schema:
        name = schema["$ref"].split("/")[-1]
        target = SCHEMAS[name]
        return {name} if target.get("type") == "object" else kinds_of(target)
    if "anyOf" in schema:
        return set().union(*(kinds_of(one) for one in schema["anyOf"]))
    if "enum" in schema:
        return set(schema["enum"])
    if "x-extensible-enum" in schema:
        return {*schema["x-extensible-enum"], str}
    if isinstance(schema["type"], list):
        return set().union(*(kinds_of({**schema, "type": one}) for one in schema["type"]))
    if schema["type"] == "array":
        return {("list", frozenset(kinds_of(schema["items"])))}
    if schema["type"] == "object":
        return {("dict", str)}
    if schema.get("format") == "date-time" and schema["type"] == "string":
        return {datetime}
    return {PLAIN[schema["type"]]}


def kinds_in(hint: Any) -> set[Any]:
    """The same of an annotation."""
    origin = get_origin(hint)
    if origin in (Union, types.UnionType):
        return set().union(*(kinds_in(one) for one in get_args(hint)))
    if origin is Literal:
        return set(get_args(hint))
    if origin is list:
        return {("list", frozenset(kinds_in(get_args(hint)[0])))}
    if origin is dict:
        return {("dict", get_args(hint)[1])}
    known = hint.__module__.startswith("service_client")
    return {hint.__name__ if known else hint}


def differences(schemas: dict[str, Any]) -> list[str]:
    found: list[str] = []
    for name, schema in schemas.items():
        if name in LEFT or schema.get("type") != "object":
            continue
        hints = get_type_hints(getattr(service_client, name))
        fields = {field.rstrip("_"): kinds_in(hint) for field, hint in hints.items()}
        expected = {field: kinds_of(inner) for field, inner in schema["properties"].items()}
        optional = set(expected) - set(schema.get("required", []))
        for field in optional:
            expected[field].add(type(None))
        for field in sorted({*fields, *expected}):
            if fields.get(field) != expected.get(field):
                found.append(f"{name}.{field}: {fields.get(field)}, not {expected.get(field)}")
    return found


def test_every_class_has_every_field_of_its_schema() -> None:
    assert differences(SCHEMAS) == []


def test_a_field_that_is_new_or_may_now_be_null_is_found() -> None:
    changed = copy.deepcopy(SCHEMAS)
    changed["Hub"]["properties"]["colour"] = {"type": "string"}
    changed["Price"]["properties"]["free"] = {"type": ["integer", "null"]}
    del changed["Region"]["properties"]["hubs"]
    found = [line.split(":")[0] for line in differences(changed)]
    assert found == ["Hub.colour", "Price.free", "Region.hubs"]


@pytest.mark.parametrize("kind", [Compute, AsyncCompute])
@pytest.mark.parametrize("method", ["deploy", "deploy_and_wait", "plan"])
def test_deployments_take_every_field_of_a_request(kind: type[Any], method: str) -> None:
    signature = inspect.signature(getattr(kind, method))
    own = {"self", "idempotency_key", "wait_timeout", "limit", "cursor"}
    request = SCHEMAS["DeployRequest"]
    assert set(signature.parameters) - own == set(request["properties"])
    required = {
        name
        for name, parameter in signature.parameters.items()
        if parameter.default is inspect.Parameter.empty
    }
    assert required - own == set(request["required"])


def test_the_carbon_intensity_has_the_names_of_the_contract() -> None:
    hints = get_type_hints(service_client.CarbonIntensity)
    assert hints["carbon_intensity_gco2_kwh"] is float
    assert "renewable_percentage" in hints
