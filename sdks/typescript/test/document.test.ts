/** The types are those of the API document, field by field: a change there that the client lacks fails here. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../../tools/repository.ts'
import { clientDocument } from '../../conformance/client-document.ts'

type Schema = {
  $ref?: string
  anyOf?: Schema[]
  enum?: string[]
  type?: string | string[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  'x-extensible-enum'?: string[]
}
type Document = { components: { schemas: Record<string, Schema> } }

const source = join(root, 'sdks/typescript/src')
/** The client's errors stand for it. */
const left = ['Problem']

/** As TypeScript would be written for the schema if nobody had thought about it. */
function typeOf(schema: Schema, keepNames = false): string {
  const { $ref, anyOf, enum: values, type, items, properties } = schema
  if ($ref) return `${$ref.split('/').at(-1)}_`
  if (anyOf) return anyOf.map((one) => typeOf(one)).join(' | ')
  if (values) return values.map((value) => `'${value}'`).join(' | ')
  const open = schema['x-extensible-enum']
  if (open) return [...open.map((value) => `'${value}'`), '(string & {})'].join(' | ')
  if (Array.isArray(type)) return type.map((one) => typeOf({ ...schema, type: one })).join(' | ')
  if (type === 'array') return `Array<${typeOf(items!)}>`
  if (type === 'integer' || type === 'number') return 'number'
  if (type !== 'object') return type!
  if (!properties) return 'Record<string, string>'
  const fields = Object.entries(properties).map(([name, inner]) => {
    const camel = keepNames ? name : name.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase())
    return `${camel}${schema.required?.includes(name) ? '' : '?'}: ${typeOf(inner)}`
  })
  return `{ ${fields.join('; ')} }`
}

/** A module that compiles only if each type of the client is the same as its schema, both ways. */
function comparison(schemas: Record<string, Schema>): string {
  const names = Object.keys(schemas).filter((name) => !left.includes(name))
  return [
    `import type * as client from '${source}/types.ts'`,
    'type Flat<T> = T extends object ? { [K in keyof T]: Flat<T[K]> } : T',
    'type Same<A, B, Name> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : [Name, "differs"]',
    ...names.flatMap((name) => [
      `type ${name}_ = ${typeOf(schemas[name]!, ['CountsByStatus', 'RefusalCounts'].includes(name))}`,
      `export const is${name}: Same<Flat<client.${name}>, Flat<${name}_>, '${name}'> = true`,
    ]),
  ].join('\n')
}

const { components } = clientDocument<Document>()

function compile(schemas: Record<string, Schema>): string {
  const folder = mkdtempSync(join(source, '../.document-'))
  try {
    writeFileSync(join(folder, 'comparison.ts'), comparison(schemas))
    const settings = { extends: '../tsconfig.json', include: ['comparison.ts'] }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings))
    const words = [join(root, 'node_modules/typescript/bin/tsc'), '--project', folder, '--pretty', 'false']
    try {
      execFileSync(process.execPath, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
      return ''
    } catch (error) {
      return (error as { stdout: string }).stdout
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('every type has every field of its schema, with its type and whether it may be absent or null', () => {
  expect(compile(components.schemas)).toBe('')
})

test('a field that the client lacks, one that may now be null, and one that may now be absent are found', () => {
  const { Hub, Price, Region } = components.schemas as Record<'Hub' | 'Price' | 'Region', Schema>
  const errors = compile({
    ...components.schemas,
    Hub: { ...Hub, properties: { ...Hub.properties, colour: { type: 'string' } } },
    Price: { ...Price, properties: { ...Price.properties, free: { type: ['integer', 'null'] } } },
    Region: { ...Region, required: Region.required!.filter((name) => name !== 'hubs') },
  })
  for (const name of ['Hub', 'Price', 'Region']) expect(errors).toContain(`["${name}", "differs"]`)
})

test('the carbon intensity has the names of the contract', () => {
  const types = readFileSync(join(source, 'types.ts'), 'utf8')
  const [intensity] = /export interface CarbonIntensity \{[^}]*\}/.exec(types)!
  expect(intensity).toContain('carbonIntensityGco2Kwh: number')
  expect(intensity).toContain('renewablePercentage: number | null')
})
