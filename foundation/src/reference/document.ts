/** What the reference reads of an API document (OpenAPI 3.1). */

export type Schema = {
  $ref?: string
  type?: string | readonly string[]
  title?: string
  description?: string
  format?: string
  enum?: readonly unknown[]
  const?: unknown
  default?: unknown
  examples?: readonly unknown[]
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  required?: readonly string[]
  properties?: Readonly<Record<string, Schema>>
  additionalProperties?: boolean | Schema
  items?: Schema
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  allOf?: readonly Schema[]
}

export type Parameter = {
  $ref?: string
  name: string
  in: string
  required?: boolean
  description?: string
  example?: unknown
  schema?: Schema
}

export type Media = { schema?: Schema; example?: unknown; examples?: Readonly<Record<string, { value?: unknown }>> }

export type Response = {
  $ref?: string
  description?: string
  headers?: Readonly<Record<string, { $ref?: string; description?: string }>>
  content?: Readonly<Record<string, Media>>
}

export type Operation = {
  operationId: string
  summary?: string
  description?: string
  tags?: readonly string[]
  parameters?: readonly Parameter[]
  requestBody?: { content?: Readonly<Record<string, Media>> }
  responses?: Readonly<Record<string, Response>>
  security?: readonly Readonly<Record<string, readonly string[]>>[]
  'x-required-scope'?: string
  /** `404 not-found, 409 conflict plan-outdated` */
  'x-error-codes'?: string
}

export type Document = {
  info: { title: string; version: string; description?: string }
  tags?: readonly { name: string; description?: string }[]
  paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  webhooks?: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

export type Described = { method: string; path: string; operation: Operation }

const methods = ['get', 'post', 'put', 'patch', 'delete']

export const operationsOf = ({ paths = {} }: Document): Described[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      if (!operation) return []
      const { operationId = `${method}${path}`.replace(/\W+/g, '-') } = operation
      return [{ method: method.toUpperCase(), path, operation: { ...operation, operationId } }]
    }),
  )

/** What a reference leads to; itself where it is none. */
export function resolved<T extends { $ref?: string }>({ components = {} }: Document, one: T): T {
  const [, kind = '', name = ''] = /^#\/components\/([^/]+)\/(.+)$/.exec(one.$ref ?? '') ?? []
  return (components[kind]?.[name] as T | undefined) ?? one
}

/** The codes of the errors that an operation can respond with, by status. */
export const errorCodesOf = ({ 'x-error-codes': text = '' }: Operation): [status: string, codes: string[]][] =>
  text.split(', ').flatMap((part): [string, string[]][] => {
    const [status = '', ...codes] = part.split(' ')
    return status === '' ? [] : [[status, codes]]
  })
