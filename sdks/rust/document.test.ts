/**
 * The structs are those of the API document, field by field: a change there that the client lacks fails here. They are read as text, so
 * that no Rust is needed; `cargo fmt` sees to it that a field is a line.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { clientDocument } from '../conformance/client-document.ts'

type Schema = {
  $ref?: string
  anyOf?: Schema[]
  enum?: string[]
  type?: string | string[]
  format?: string
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  'x-extensible-enum'?: string[]
}
type Document = { components: { schemas: Record<string, Schema> } }

const { components } = clientDocument<Document>()
const source = (name: string) => readFileSync(join(import.meta.dirname, 'src', name), 'utf8')
/** The client's errors stand for the first, and the others are not read but written. */
const left = ['Problem', 'DeployRequest', 'DomainRequest', 'EndpointAccessRequest', 'RegistryLoginChange']

function structs(text: string): Record<string, Record<string, string>> {
  const inMacro = /macro_rules! deployment \{[\s\S]*?pub struct \$name \{([\s\S]*?)\n {8}\}/.exec(text)![1]!
  const made = text.matchAll(/^deployment! \{[\s\S]*?^ {4}(\w+) \{([\s\S]*?)\}\n\}/gm)
  const plain = text.matchAll(/^pub struct (\w+) \{\n([\s\S]*?)^\}/gm)
  return Object.fromEntries([
    ...[...made].map(([, name, own]) => [name, fieldsIn(`${inMacro}${own}`)]),
    ...[...plain].map(([, name, body]) => [name, fieldsIn(body!)]),
  ])
}

const fieldsIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/(?:rename = "(\w+)"\)\]\s*)?pub (\w+): (.+),$/gm)].map(([, wire, name, type]) => [
      wire ?? name,
      type,
    ]),
  )

const enums = (text: string): Record<string, string[]> =>
  Object.fromEntries(
    [...text.matchAll(/^ {4}pub enum (\w+) \{\n([\s\S]*?)^ {4}\}/gm)].map(([, name, body]) => [
      name,
      [...body!.matchAll(/= "(.*?)",/g)].map(([, value]) => value!),
    ]),
  )

const types = structs(source('models.rs'))
const values = enums(source('values.rs'))

/** What a field of the schema is in Rust; `known` is what the client has, whose texts may have a name of their own. */
function typeOf(schema: Schema, known: string | undefined): string {
  const { $ref, anyOf, type, items, format } = schema
  const texts = schema.enum ?? schema['x-extensible-enum']
  if ($ref) return $ref.split('/').at(-1)!
  if (anyOf) return `Option<${typeOf(anyOf.find((one) => one.type !== 'null')!, undefined)}>`
  if (texts) return String(values[known ?? '']) === String(texts) ? known! : `an enum of ${texts}`
  if (Array.isArray(type)) {
    return `Option<${typeOf({ ...schema, type: type.find((one) => one !== 'null')! }, undefined)}>`
  }
  if (type === 'array') return `Vec<${typeOf(items!, undefined)}>`
  if (type === 'integer') return format === 'int64' ? 'u64' : 'u32'
  if (format === 'date-time') return 'DateTime<Utc>'
  if (type === 'object') return 'BTreeMap<String, String>'
  return { string: 'String', number: 'f64', boolean: 'bool' }[type!]!
}

function differences(schemas: Record<string, Schema>): string[] {
  return Object.entries(schemas).flatMap(([name, schema]) => {
    if (left.includes(name)) return []
    const texts = schema.enum ?? schema['x-extensible-enum']
    if (texts) return String(values[name]) === String(texts) ? [] : [`${name}: ${values[name]}, not ${texts}`]
    const fields = types[name] ?? {}
    const names = new Set([...Object.keys(fields), ...Object.keys(schema.properties!)])
    return [...names].flatMap((field) => {
      const property = schema.properties![field]
      const type = property && typeOf(property, fields[field])
      const expected = type && !schema.required!.includes(field) ? `Option<${type}>` : type
      return fields[field] === expected ? [] : [`${name}.${field}: ${fields[field]}, not ${expected}`]
    })
  })
}

test('every struct has every field of its schema, with its type and whether it may be absent or null', () => {
  expect(Object.keys(types).length).toBeGreaterThan(30)
  expect(differences(components.schemas)).toEqual([])
})

test('what is new, gone, may now be null or absent, or has another type is found', () => {
  const { Hub, Price, Region, DeploymentSummary, RegionKind } = components.schemas as Record<string, Schema>
  const found = differences({
    Hub: { ...Hub, properties: { ...Hub!.properties, colour: { type: 'string' } } },
    Price: { ...Price, properties: { ...Price!.properties, free: { type: ['integer', 'null'] } } },
    Region: { ...Region, required: Region!.required!.filter((name) => name !== 'hubs') },
    DeploymentSummary: {
      ...DeploymentSummary,
      properties: { ...DeploymentSummary!.properties, count: { type: 'string' } },
    },
    RegionKind: { ...RegionKind, enum: [...RegionKind!.enum!, 'continent'] },
  })
  expect(found.map((line) => line.split(':')[0])).toEqual([
    'Hub.colour',
    'Price.free',
    'Region.hubs',
    'DeploymentSummary.count',
    'RegionKind',
  ])
})

test('a request has a method for every field, and needs what the document requires', () => {
  const text = source('deploy_request.rs')
  const { properties, required } = components.schemas.DeployRequest!
  const [, body] = /^pub struct DeployRequest \{\n([\s\S]*?)^\}/m.exec(text)!
  const fields = [...body!.matchAll(/^ {4}(?:pub\(crate\) )?(\w+): (\w+)/gm)]
  expect(fields.map(([, name]) => name).sort()).toEqual(Object.keys(properties!).sort())
  expect(fields.flatMap(([, name, type]) => (type === 'Option' ? [] : [name]))).toEqual(required)
  for (const name of Object.keys(properties!)) {
    if (!required!.includes(name)) expect(text).toMatch(new RegExp(`pub fn ${name}[(<]`))
  }
})

test('the carbon intensity has the names of the contract', () => {
  expect(types.CarbonIntensity).toMatchObject({
    carbon_intensity_gco2_kwh: 'f64',
    renewable_percentage: 'Option<f64>',
  })
})
