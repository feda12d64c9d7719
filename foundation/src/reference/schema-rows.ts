/** A schema as rows of a table: a field each, nested ones by their path. */
import type { Document, Schema } from './document.ts'
import { resolved } from './document.ts'

export type Row = { path: string; type: string; isRequired: boolean; about: string }

const maxDepth = 4

export function rowsOf(document: Document, given: Schema, isRequiredKnown = true): Row[] {
  const rows: Row[] = []
  const seen = new Set<Schema>()

  function add(prefix: string, one: Schema, depth: number): void {
    const schema = objectIn(document, one)
    if (depth > maxDepth || seen.has(schema)) return
    seen.add(schema)
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      const path = `${prefix}${name}`
      const whole = { ...resolved(document, field), ...(field.description && { description: field.description }) }
      const isRequired = isRequiredKnown && (schema.required?.includes(name) ?? false)
      rows.push({ path, type: typeText(document, field), isRequired, about: aboutOf(whole) })
      add(isList(document, field) ? `${path}[].` : `${path}.`, itemOf(document, field), depth + 1)
    }
    seen.delete(schema)
  }

  const top = resolved(document, given)
  add(isList(document, top) ? '[].' : '', itemOf(document, top), 0)
  return rows
}

/** The alternative that is an object with fields, where there are several. */
function objectIn(document: Document, given: Schema): Schema {
  const schema = resolved(document, given)
  const options = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  if (schema.properties || options.length === 0) return schema
  return options.map((one) => objectIn(document, one)).find(({ properties }) => properties) ?? schema
}

const alternatives = ({ anyOf = [], oneOf = [] }: Schema): readonly Schema[] => [...anyOf, ...oneOf]

function listIn(document: Document, given: Schema): Schema | undefined {
  const schema = resolved(document, given)
  if (schema.items) return schema
  return alternatives(schema)
    .map((one) => listIn(document, one))
    .find((one) => one !== undefined)
}

const isList = (document: Document, given: Schema): boolean => listIn(document, given) !== undefined

const itemOf = (document: Document, given: Schema): Schema => listIn(document, given)?.items ?? given

export function typeText(document: Document, given: Schema): string {
  const schema = resolved(document, given)
  const options = alternatives(schema)
  if (options.length > 0) return [...new Set(options.map((one) => typeText(document, one)))].join(' or ')
  if (schema.items) return `list of ${typeText(document, schema.items)}`
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (Array.isArray(schema.type)) return schema.type.join(' or ')
  const { type, format } = schema
  if (type === 'string' && format === 'date-time') return 'time'
  return typeof type === 'string' ? type : schema.properties ? 'object' : 'any'
}

export function aboutOf(schema: Schema): string {
  const { description, enum: values, default: preset, minimum, maximum, minLength, maxLength, maxItems } = schema
  const range = minimum !== undefined && maximum !== undefined ? `${minimum} to ${maximum}.` : undefined
  return [
    description,
    values && `One of ${values.map((value) => `\`${String(value)}\``).join(', ')}.`,
    range ?? (minimum !== undefined && `At least ${minimum}.`),
    !range && maximum !== undefined && `At most ${maximum}.`,
    maxLength !== undefined && `${minLength ?? 0} to ${maxLength} characters.`,
    maxItems !== undefined && `At most ${maxItems}.`,
    preset !== undefined && `\`${JSON.stringify(preset)}\` when absent.`,
  ]
    .filter((text): text is string => typeof text === 'string')
    .join(' ')
}
