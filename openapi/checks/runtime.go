// Package checks names what the generated Go clients need, so that go.mod pins it.
package checks

import (
	_ "github.com/oapi-codegen/runtime"
	_ "github.com/oapi-codegen/runtime/types"
)
