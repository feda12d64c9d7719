package compute

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The types are those of the API document, field by field: a change there that the client lacks fails here.

type schema struct {
	Ref              string            `json:"$ref"`
	AnyOf            []schema          `json:"anyOf"`
	Enum             []string          `json:"enum"`
	OpenEnum         []string          `json:"x-extensible-enum"`
	Type             any               `json:"type"`
	Format           string            `json:"format"`
	Items            *schema           `json:"items"`
	Properties       map[string]schema `json:"properties"`
	Required         []string          `json:"required"`
	Minimum          *float64          `json:"minimum"`
	ExclusiveMinimum *float64          `json:"exclusiveMinimum"`
	MinLength        int               `json:"minLength"`
	Nullable         bool              `json:"-"`
}

// left are what stands in an error, and what is not read but written.
var left = []string{"Problem", "DeployRequest", "DomainRequest", "EndpointAccessRequest", "RegistryLoginChange"}

// notCovered are the operations of operators, those of people, which need a session, and what is set up once, in the dashboard.
var notCovered = []string{"/healthz", "/readyz", "/auth/", "/v1/webhooks"}

var objects = []any{
	CarbonForecast{}, CarbonIntensity{}, CleanestHub{}, CompanyEvent{}, CompanyEventPage{}, CompanyMetrics{}, CountsByStatus{}, Deployment{}, Domain{}, DomainPage{}, Endpoint{},
	DeploymentCount{}, DeploymentEvent{}, DeploymentEventPage{}, DeploymentMetrics{}, DeploymentNode{},
	DeploymentPage{}, DeploymentSummary{}, DailyUsage{}, DailyUsagePage{}, DeploymentUsage{}, ForecastHour{}, Hub{}, HubCount{}, HubGPUs{},
	HubLocation{}, HubOperator{}, HubPage{}, MonthUsage{}, Placement{}, PlacementCandidate{}, Plan{}, Price{}, PricePage{}, RegistryLogin{}, RegistryLoginPage{},
	ProblemDetail{}, RefusalCounts{}, RefusedHub{}, Region{}, RegionPage{}, ReportedIntensity{}, Usage{}, UsageHistory{}, UsagePoint{},
}

func TestEveryTypeHasEveryFieldOfItsSchema(t *testing.T) {
	for _, difference := range differences(t, readSchemas(t)) {
		t.Error(difference)
	}
}

func TestAChangeOfTheDocumentIsFound(t *testing.T) {
	schemas := readSchemas(t)
	schemas["Hub"].Properties["colour"] = schema{Type: "string"}
	schemas["Price"].Properties["free"] = schema{Type: []any{"integer", "null"}}
	delete(schemas["Region"].Properties, "hubs")
	schemas["RegionKind"] = schema{Type: "string", Enum: []string{"group", "country", "city"}}
	schemas["DeployRequest"].Properties["nodes"] = schema{Type: "integer"}
	count := schemas["DeployRequest"].Properties["count"]
	count.Minimum = Ptr(0.0)
	schemas["DeployRequest"].Properties["count"] = count
	schemas["Volume"] = schema{Type: "object"}
	found := []string{}
	for _, difference := range differences(t, schemas) {
		name, _, _ := strings.Cut(difference, ":")
		found = append(found, name)
	}
	slices.Sort(found)
	expected := []string{
		"DeployRequest.count", "DeployRequest.nodes", "Hub.colour", "Price.free", "Region.hubs", "Region.kind",
		"RegionKind", "Volume",
	}
	if !slices.Equal(found, expected) {
		t.Errorf("found %v, not %v", found, expected)
	}
}

func readSchemas(t *testing.T) map[string]schema {
	t.Helper()
	text, err := os.ReadFile("../../../openapi/compute.json")
	if os.IsNotExist(err) {
		t.Skip("the API document is in the repository alone")
	} else if err != nil {
		t.Fatal(err)
	}
	var document struct {
		Components struct {
			Schemas map[string]schema `json:"schemas"`
		} `json:"components"`
	}
	decodeInto(t, text, &document)
	covered := usedSchemas(t, text)
	schemas := map[string]schema{}
	for name, s := range document.Components.Schemas {
		if covered["#/components/schemas/"+name] {
			schemas[name] = s
		}
	}
	return schemas
}

// usedSchemas are what the operations of the client refer to, by whatever is.
func usedSchemas(t *testing.T, text []byte) map[string]bool {
	t.Helper()
	var document map[string]any
	decodeInto(t, text, &document)
	used := map[string]bool{}
	var collect func(value any)
	collect = func(value any) {
		switch value := value.(type) {
		case []any:
			for _, one := range value {
				collect(one)
			}
		case map[string]any:
			for name, inner := range value {
				ref, isRef := inner.(string)
				if name != "$ref" || !isRef {
					collect(inner)
				} else if !used[ref] {
					used[ref] = true
					collect(target(document, ref))
				}
			}
		}
	}
	for path, operations := range document["paths"].(map[string]any) {
		if !slices.ContainsFunc(notCovered, func(prefix string) bool { return strings.HasPrefix(path, prefix) }) {
			collect(operations)
		}
	}
	return used
}

func target(document map[string]any, ref string) any {
	at := any(document)
	for _, step := range strings.Split(ref, "/")[1:] {
		at = at.(map[string]any)[step]
	}
	return at
}

func differences(t *testing.T, schemas map[string]schema) []string {
	t.Helper()
	check := comparison{schemas: schemas, constants: constants(t)}
	types := map[string]reflect.Type{}
	for _, object := range objects {
		kind := reflect.TypeOf(object)
		types[strings.ToLower(kind.Name())] = kind
	}
	for name, s := range schemas {
		kind, known := types[strings.ToLower(name)]
		switch {
		case slices.Contains(left, name):
		case s.Type == "object" && !known:
			check.add(name, "the client has no such type")
		case s.Type == "object":
			check.object(name, s, fieldsOf(kind))
		case s.Type == "string":
			check.values(name, name, s)
		}
	}
	check.request(schemas["DeployRequest"])
	return check.found
}

type comparison struct {
	schemas   map[string]schema
	constants map[string][]string
	found     []string
}

func (c *comparison) add(what, why string, arguments ...any) {
	c.found = append(c.found, what+": "+fmt.Sprintf(why, arguments...))
}

func (c *comparison) object(name string, s schema, fields map[string]reflect.StructField) {
	for property, inner := range s.Properties {
		at := name + "." + property
		field, known := fields[property]
		if !known {
			c.add(at, "the client lacks it")
			continue
		}
		inner.Nullable = !slices.Contains(s.Required, property)
		c.field(at, inner, field.Type)
	}
	for property := range fields {
		if _, known := s.Properties[property]; !known {
			c.add(name+"."+property, "the document has no such field")
		}
	}
}

// field compares a type with a schema. What may be null is a pointer; a list may be nil by itself.
func (c *comparison) field(at string, s schema, kind reflect.Type) {
	s = withoutNull(s)
	if s.Ref != "" {
		name := s.Ref[strings.LastIndex(s.Ref, "/")+1:]
		nullable := s.Nullable
		if target := c.schemas[name]; target.Type == "object" {
			c.same(at, nullable, kind, strings.ToLower(name))
			return
		}
		s = withoutNull(c.schemas[name])
		s.Nullable = s.Nullable || nullable
	}
	switch {
	case s.Type == "array":
		if kind.Kind() != reflect.Slice {
			c.add(at, "%v is no slice", kind)
			return
		}
		c.field(at+"[]", *s.Items, kind.Elem())
	case s.Format == "date-time":
		c.same(at, s.Nullable, kind, "time.time")
	case s.Type == "string":
		if s.Nullable != (kind.Kind() == reflect.Pointer) {
			c.add(at, "%v, and it may be null: %t", kind, s.Nullable)
			return
		}
		if s.Nullable {
			kind = kind.Elem()
		}
		if kind.Kind() != reflect.String {
			c.add(at, "%v is no string", kind)
		} else if kind.Name() != "string" {
			c.values(at, kind.Name(), s)
		}
	case s.Type == "integer":
		c.same(at, s.Nullable, kind, "int", "int64")
	case s.Type == "number":
		c.same(at, s.Nullable, kind, "float64")
	case s.Type == "object":
		c.same(at, s.Nullable, kind, "map[string]string")
	case s.Type == "boolean":
		c.same(at, s.Nullable, kind, "bool")
	default:
		c.add(at, "the schema has the unknown type %v", s.Type)
	}
}

func (c *comparison) same(at string, nullable bool, kind reflect.Type, names ...string) {
	name := strings.ToLower(strings.ReplaceAll(kind.String(), "compute.", ""))
	for _, expected := range names {
		if (nullable && name == "*"+expected) || (!nullable && name == expected) {
			return
		}
	}
	c.add(at, "%v is not %v, nullable %t", kind, names, nullable)
}

// values compares the constants of a type with the values of a schema.
func (c *comparison) values(at, name string, s schema) {
	expected := append(slices.Clone(s.Enum), s.OpenEnum...)
	if len(expected) == 0 {
		return
	}
	slices.Sort(expected)
	if !slices.Equal(c.constants[name], expected) {
		c.add(at, "the constants of %s are %v, not %v", name, c.constants[name], expected)
	}
}

// request compares what is sent: a field that may be absent is left out as nil, or as a zero that the API does not take.
func (c *comparison) request(s schema) {
	fields := fieldsOf(reflect.TypeOf(DeployRequest{}))
	for property, inner := range s.Properties {
		field, known := fields[property]
		at := "DeployRequest." + property
		if !known {
			c.add(at, "the client lacks it")
			continue
		}
		omits := strings.HasSuffix(field.Tag.Get("json"), ",omitempty")
		if omits == slices.Contains(s.Required, property) {
			c.add(at, "left out if zero: %t", omits)
		}
		nilable := slices.Contains([]reflect.Kind{reflect.Pointer, reflect.Slice, reflect.Map}, field.Type.Kind())
		zeroIsNone := inner.MinLength > 0 || ValueOr(inner.Minimum, 0) > 0 || inner.ExclusiveMinimum != nil ||
			inner.Ref != ""
		if omits && !nilable && !zeroIsNone {
			c.add(at, "its zero is a value, and would be left out")
		}
	}
	for property := range fields {
		if _, known := s.Properties[property]; !known {
			c.add("DeployRequest."+property, "the document has no such field")
		}
	}
}

// withoutNull takes null out of the types of a schema.
func withoutNull(s schema) schema {
	isNull := func(one schema) bool { return one.Type == "null" }
	if rest := slices.DeleteFunc(slices.Clone(s.AnyOf), isNull); len(rest) == 1 {
		inner := withoutNull(rest[0])
		inner.Nullable = inner.Nullable || s.Nullable || len(rest) < len(s.AnyOf)
		return inner
	}
	if types, several := s.Type.([]any); several {
		rest := slices.DeleteFunc(slices.Clone(types), func(one any) bool { return one == "null" })
		s.Type, s.Nullable = rest[0], s.Nullable || len(rest) < len(types)
	}
	return s
}

// fieldsOf are the fields of a type by their names in JSON.
func fieldsOf(kind reflect.Type) map[string]reflect.StructField {
	fields := map[string]reflect.StructField{}
	for _, field := range reflect.VisibleFields(kind) {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name != "" {
			fields[name] = field
		}
	}
	return fields
}

// constants are the values of the constants in types.go by their type.
func constants(t *testing.T) map[string][]string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "types.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string][]string{}
	ast.Inspect(file, func(node ast.Node) bool {
		spec, ok := node.(*ast.ValueSpec)
		if !ok {
			return true
		}
		name := spec.Type.(*ast.Ident).Name
		value, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
		if err != nil {
			t.Fatal(err)
		}
		found[name] = append(found[name], value)
		return true
	})
	for _, values := range found {
		slices.Sort(values)
	}
	return found
}

func TestCarbonIntensityHasTheNamesOfTheContract(t *testing.T) {
	text, err := json.Marshal(CarbonIntensity{CarbonIntensityGCO2KWh: 21, RenewablePercentage: Ptr(72.0)})
	if err != nil || !strings.Contains(string(text), `"carbon_intensity_gco2_kwh":21,"renewable_percentage":72`) {
		t.Errorf("%s %v", text, err)
	}
}

func TestWhatIsExportedIsDocumented(t *testing.T) {
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		ast.FileExports(file) // leaves the exported alone
		for _, declaration := range file.Decls {
			if undocumented := withoutComment(declaration); undocumented != "" {
				t.Errorf("%s: %s has no comment", name, undocumented)
			}
		}
	}
}

func withoutComment(declaration ast.Decl) string {
	switch declaration := declaration.(type) {
	case *ast.FuncDecl:
		// What Error does is known.
		if declaration.Doc == nil && declaration.Name.Name != "Error" && hasExportedReceiver(declaration) {
			return declaration.Name.Name
		}
	case *ast.GenDecl:
		if named, ok := declaration.Specs[0].(*ast.TypeSpec); ok && declaration.Doc == nil {
			return named.Name.Name
		}
	}
	return ""
}

func hasExportedReceiver(method *ast.FuncDecl) bool {
	if method.Recv == nil {
		return true
	}
	receiver := method.Recv.List[0].Type
	if pointer, ok := receiver.(*ast.StarExpr); ok {
		receiver = pointer.X
	}
	name, ok := receiver.(*ast.Ident)
	return ok && name.IsExported()
}
