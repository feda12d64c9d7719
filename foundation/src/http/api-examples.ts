/**
 * Examples in the API document: requests and responses that a running service recorded (`npm run gen -- examples`), one
 * JSON file for each operation and one for each kind of problem, beside the service. `npm run check` compares them with
 * the schemas.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

export type ApiExample = {
  /** The body of the request, where the operation takes one. */
  request?: unknown
  /** `type` where it is not JSON; no body where there is none. */
  response: { status: number; type?: string; body?: unknown }
}

export type ApiExamples = {
  /** By `operationId`. */
  operations: Readonly<Record<string, ApiExample>>
  /** By the name of the response in the document's components: `NotFound`. */
  problems: Readonly<Record<string, unknown>>
}

export const noExamples: ApiExamples = { operations: {}, problems: {} }

export const problemsFolder = 'problems'

export const readApiExamples = (folder: string): ApiExamples => ({
  operations: readFiles(folder) as ApiExamples['operations'],
  problems: readFiles(join(folder, problemsFolder)),
})

function readFiles(folder: string): Record<string, unknown> {
  if (!existsSync(folder)) return {}
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  return Object.fromEntries(
    files.map((file) => [basename(file, '.json'), JSON.parse(readFileSync(join(folder, file), 'utf8')) as unknown]),
  )
}

type Media = { content?: Record<string, { example?: unknown }> }
type Operation = { operationId?: string; requestBody?: Media; responses?: Record<string, Media> }
type Document = {
  paths?: Record<string, Record<string, Operation>>
  components?: { responses?: Record<string, Media> }
}

/** The document with the examples in their places. */
export function withExamples<T extends object>(document: T, { operations, problems }: ApiExamples): T {
  const { paths = {}, components = {} } = document as Document
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    const example = operations[operation.operationId ?? '']
    if (!example) continue
    const { status, type, body } = example.response
    place(operation.requestBody, undefined, example.request)
    place(operation.responses?.[status], type, body)
  }
  for (const [name, response] of Object.entries(components.responses ?? {})) place(response, undefined, problems[name])
  return document
}

function place(at: Media | undefined, type = 'application/json', example: unknown): void {
  const media = at?.content?.[type]
  if (media && example !== undefined) media.example = example
}
