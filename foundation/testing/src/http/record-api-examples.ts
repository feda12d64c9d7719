/**
 * Records the examples of the API document: makes the request of each `OperationExample` at a running service, and those
 * that lead to problems. `npm run gen -- examples` keeps what they return; any other run of the tests compares its fields
 * with those of what is kept.
 *
 * What would differ at each recording is made steady: the service runs on a clock that starts at `recordedAt`, times of
 * the recording are cut to the minute, ids are numbered, durations are round, and secrets are replaced by words that
 * nobody takes for live ones. Long lists are cut to their first items.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Administration } from '@service/foundation/administration/administration.ts'
import type { ApiDocument } from '@service/foundation/http/api-document.ts'
import { type ApiExample, problemsFolder, readApiExamples } from '@service/foundation/http/api-examples.ts'
import type { Access } from '@service/foundation/identity/model/access.ts'
import { expect, test } from 'vitest'
import { byTester } from '../acts.ts'
import {
  isForPeople,
  type OperationExample,
  type Owner,
  personHeaders,
  requestBodyOf,
  type WalkedService,
} from '../walk-operations.ts'

/** When the clock of a service that is recorded starts. */
export const recordedAt = new Date('2026-11-20T09:30:00.000Z')

/** A clock that starts at `recordedAt` and goes on as time does. */
export function recordingClock(): () => Date {
  const began = performance.now()
  return () => new Date(recordedAt.getTime() + (performance.now() - began))
}

/** A request that is refused; what it does not say is as in the operation's example. */
export type ProblemRequest = {
  of: string
  /** Of the key; no key, and nobody signed in, without any. As many as there are unless given. */
  scopes?: readonly string[]
  /** In place of the ids that the example makes. */
  ids?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  headers?: Record<string, string>
  /** The request is made once before. */
  again?: true
}

/** Of operations that both services have. */
const problemsOfBoth: Readonly<Record<string, ProblemRequest>> = {
  OpenBadRequest: { of: 'getHealth', query: { verbose: 'true' } },
}

export type Recording<Service> = {
  /** On a `recordingClock`. */
  runService: () => Promise<Service>
  /** Where the files are kept. */
  folder: string
  document: ApiDocument
  access: Access
  examples: Readonly<Record<string, OperationExample<Service>>>
  /** By the name of the response in the document's components. */
  problems: Readonly<Record<string, ProblemRequest>>
  /** Texts of this machine, with what stands for them. */
  instead?: readonly (readonly [RegExp, string])[]
  /** By operation and field: what stands for values that are a matter of the moment. */
  steadyFields?: Readonly<Record<string, Readonly<Record<string, string | number>>>>
  /** Lists that are in the order of time, whose last items are shown. */
  lastItemsOf?: readonly string[]
}

type Operation = { operationId: string; requestBody?: object }
type Response = { status: number; type: string; text: string }

const maxItems = 2
const maxLines = 3

export function recordApiExamples<Service extends WalkedService>(recording: Recording<Service>): void {
  const isRecording = process.env.RECORD_EXAMPLES === 'true'
  test(isRecording ? 'examples are recorded' : 'examples have the fields that the service returns', async () => {
    const service = await recording.runService()
    const files = await record(service, recording).finally(() => service.stop())
    if (isRecording) return write(recording.folder, files)
    expect(Object.keys(readApiExamples(recording.folder).operations).sort()).toEqual(
      [...files.keys()].flatMap((file) => (file.includes('/') ? [] : file.replace('.json', ''))).sort(),
    )
    for (const [file, content] of files) {
      const kept = JSON.parse(readFileSync(join(recording.folder, file), 'utf8')) as unknown
      expect(fieldsOf(content), `${file} is out of date: npm run gen -- examples`).toEqual(fieldsOf(kept))
    }
  })
}

/** Takes away the files of operations that are no more. */
function write(folder: string, files: ReadonlyMap<string, unknown>): void {
  rmSync(folder, { recursive: true, force: true })
  for (const [file, content] of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), `${JSON.stringify(content, null, 2)}\n`)
  }
}

/** The names of the fields, of lists those of the first item: values may differ between machines. */
function fieldsOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(fieldsOf)
  if (typeof value !== 'object' || value === null) return null
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fieldsOf(inner)]))
}

async function record<Service extends WalkedService>(
  service: Service,
  recording: Recording<Service>,
): Promise<Map<string, unknown>> {
  const { access, examples, problems } = recording
  const steady = steadier(recording)
  const owner = await aCompany(service.administration, 'example')
  const keyFor = async (whose: Owner, scopes: readonly string[]) => (await service.newKey(whose, { scopes })).secret
  const files = new Map<string, unknown>()
  const operations = operationsOf(recording.document)

  async function ask(request: ProblemRequest, whose = owner): Promise<Response> {
    const { of, scopes = access.scopes, ids, query, body, headers, again } = request
    const operation = operations.get(of)
    const example = examples[of]
    if (!operation || !example) throw new Error(`There is no example of the operation ${of}`)
    const key = scopes.length === 0 ? undefined : await keyFor(whose, scopes)
    const made = { ...(await example.path?.(service, whose)), ...ids }
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(made[name] ?? ''))
    const sent = body ?? requestBodyOf(example, service)
    const url = `${service.baseUrl}${path}?${new URLSearchParams(query ?? example.query)}`
    const init = {
      method: operation.method.toUpperCase(),
      headers: {
        ...(key !== undefined && !isForPeople(operation.path) && { Authorization: `Bearer ${key}` }),
        ...(isForPeople(operation.path) && scopes.length > 0 && (await personHeaders(service, whose, example))),
        ...(sent !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(sent !== undefined && { body: JSON.stringify(sent) }),
    }
    if (again) await fetch(url, init).then((first) => first.arrayBuffer())
    const response = await fetch(url, init)
    const type = response.headers.get('content-type')?.split(';')[0] ?? ''
    return { status: response.status, type, text: await response.text() }
  }

  for (const [id, { hasBody }] of operations) {
    const response = await ask({ of: id })
    if (response.status >= 300) throw new Error(`${id} responded ${response.status}: ${response.text}`)
    const request = hasBody ? requestBodyOf(examples[id]!, service) : undefined
    files.set(`${id}.json`, steady(id, { ...(request !== undefined && { request }), response: readResponse(response) }))
  }
  for (const [name, request] of Object.entries({ ...problemsOfBoth, ...problems })) {
    const whose = request.again ? await aCompany(service.administration, 'hasty', 1) : owner
    const { status, text } = await ask(request, whose)
    if (status < 400) throw new Error(`${name}: ${request.of} responded ${status}: ${text}`)
    files.set(`${problemsFolder}/${name}.json`, steady(request.of, JSON.parse(text)))
  }

  return files
}

function operationsOf(document: ApiDocument): Map<string, { method: string; path: string; hasBody: boolean }> {
  const { paths } = document as unknown as { paths: Record<string, Record<string, Operation>> }
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId, requestBody }]) => [
        operationId,
        { method, path, hasBody: requestBody !== undefined },
      ]),
    ),
  )
}

async function aCompany(administration: Administration, slug: string, requestsPerMinute = 10_000): Promise<Owner> {
  const name = `${slug.slice(0, 1).toUpperCase()}${slug.slice(1)} Ltd`
  const { id: companyId } = await administration.createCompany(byTester, { slug, name, requestsPerMinute })
  const user = { companyId, email: `ada@${slug}.example`, name: 'Ada Example' }
  return { companyId, userId: (await administration.createUser(byTester, user)).id }
}

function readResponse({ status, type, text }: Response): ApiExample['response'] {
  if (text === '') return { status }
  if (type === 'application/json') return { status, body: JSON.parse(text) as unknown }
  if (type === 'application/pdf') return { status, type } // nothing that a document could show
  return { status, type, body: text.split('\n').slice(0, maxLines).join('\n') }
}

/** Of time and chance, of chance alone, and the names of endpoints. */
const idPattern = /\b([a-z]{3})(_[0-9a-hjkmnp-tv-z]{26}|_[0-9a-f]{24}|_[0-9a-f]{32}|-[0-9a-hjkmnp-tv-z]{10})\b/g
const instantPattern = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)/g
/** Times further away are those of the service's data. */
const recentMs = 40 * 86_400_000

function steadier<Service>({
  instead = [],
  steadyFields = {},
  lastItemsOf = [],
}: Recording<Service>): (operationId: string, value: unknown) => unknown {
  const ids = new Map<string, string>()
  function steadyText(text: string): string {
    let steadied = text.replaceAll(idPattern, (id, prefix: string, rest: string) => {
      const number = [...ids.keys()].filter((other) => other.startsWith(prefix)).length
      const known = ids.get(id) ?? `${prefix}${likeId(rest, `${prefix} ${number}`)}`
      ids.set(id, known)
      return known
    })
    steadied = steadied.replaceAll(instantPattern, (instant) => {
      const passedMs = Date.parse(instant) - recordedAt.getTime()
      if (Math.abs(passedMs) > recentMs) return instant
      return new Date(recordedAt.getTime() + Math.floor(passedMs / 60_000) * 60_000).toISOString()
    })
    for (const [pattern, replacement] of [...keysInstead, ...instead])
      steadied = steadied.replaceAll(pattern, replacement)
    return steadied
  }
  function steady(operationId: string, value: unknown, field = ''): unknown {
    const fixed = steadyFields[operationId]?.[field] ?? steadyOfBoth[field]
    if (fixed !== undefined && typeof value === typeof fixed) return fixed
    if (typeof value === 'string') return steadyText(value)
    if (Array.isArray(value)) {
      const shown = lastItemsOf.includes(field) ? value.slice(-maxItems) : value.slice(0, maxItems)
      return shown.map((item) => steady(operationId, item))
    }
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, steady(operationId, inner, name)]))
  }
  return steady
}

/** Of a key that nobody has, and of a company that does much. */
const steadyOfBoth: Readonly<Record<string, string | number>> = {
  ...{ lastFour: '9xyz', last_four: '9xyz' },
  ...{ requestsUsed: 1_204, requests_used: 1_204 },
}
const keysInstead: readonly (readonly [RegExp, string])[] = [
  [/\bsvc_[A-Za-z0-9]{40,}/g, 'svc_EXAMPLE'],
  [/^svc_[A-Za-z0-9]{4}$/g, 'svc_1a2b'],
]

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** As long as the id, with the time of the recording where it holds a time. */
function likeId(id: string, seed: string): string {
  const hash = createHash('sha256').update(seed).digest()
  if (/^_[0-9a-f]+$/.test(id)) return `_${hash.toString('hex').slice(0, id.length - 1)}`
  let time = ''
  for (let rest = recordedAt.getTime(); time.length < 10; rest = Math.floor(rest / 32))
    time = alphabet[rest % 32] + time
  const text = [...hash].map((byte) => alphabet[byte & 31]).join('')
  return id.startsWith('-') ? `-${text.slice(0, id.length - 1)}` : `_${time}${text.slice(0, id.length - 11)}`
}
