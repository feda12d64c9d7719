/** The client does what `sdks/conformance/vectors.json` says every client does. */
import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attemptsOf, readVectors, startFaultServer, type Vector } from '../../conformance/start-fault-server.ts'
import vectorFile from '../../conformance/vectors.json' with { type: 'json' }
import * as client from '../src/index.ts'
import { type Outcome, operations, playVector } from './play-vector.ts'

type Json = Record<string, unknown>
type ExpectedError = Json & { class: string }
type Expected = {
  attempts: number
  delays_ms?: number[]
  requests?: { method: string; path: string; query: Json; body?: unknown }[]
  result?: unknown
  result_includes?: Json
  items?: unknown[]
  error?: ExpectedError
  same_idempotency_key?: true
  idempotency_key?: string | null
}

const run = 'typescript'
let server: Awaited<ReturnType<typeof startFaultServer>>
let resolved: Map<string, Vector>

beforeAll(async () => {
  server = await startFaultServer()
  const { vectors } = await readVectors(server.address)
  resolved = new Map(vectors.map((vector) => [vector.name, vector]))
})
afterAll(() => server.stop())

describe('vectors', () => {
  test.each(vectorFile.vectors.map(({ name }) => name))('%s', async (name) => {
    const vector = resolved.get(name)!
    const expected = vector.expect as Expected
    const at = { baseUrl: `${server.address}/${run}/${name}`, apiKey: vectorFile.api_key }
    const outcome = await playVector(client, vector, at)
    const attempts = await attemptsOf(server.address, run, name)

    if (!expected.error && outcome.error) throw outcome.error
    expect(attempts).toHaveLength(expected.attempts)
    if (expected.requests)
      expect(attempts.map(({ method, path, query, body }) => ({ method, path, query, body }))).toEqual(
        expected.requests.map((request) => ({ body: null, ...request })),
      )
    for (const { headers } of attempts) {
      expect(headers).toMatchObject({
        authorization: `Bearer ${vectorFile.api_key}`,
        'user-agent': 'service-client-typescript/1.4.2',
      })
    }
    if (expected.delays_ms) expect(outcome.delaysMs).toEqual(expected.delays_ms)
    if ('result' in expected) expect(outcome.result ?? null).toEqual(expected.result)
    if (expected.result_includes) expect(outcome.result).toMatchObject(expected.result_includes)
    if (expected.items) expect(outcome.items).toEqual(expected.items)
    if (expected.error) expectError(outcome.error, expected.error)
    expectKeys(
      attempts.map(({ headers }) => headers['idempotency-key']),
      expected,
    )
    expectSecret(outcome)
  })

  test('of each operation there is one, and of nothing else', () => {
    const played = new Set(vectorFile.vectors.map(({ operation }) => operation))
    expect([...played].sort()).toEqual(Object.keys(operations).sort())
  })
})

function expectKeys(keys: (string | undefined)[], expected: Expected): void {
  if (expected.same_idempotency_key) {
    expect(keys[0]).toMatch(/^[!-~]{16,255}$/)
    expect(new Set(keys).size).toBe(1)
  }
  if ('idempotency_key' in expected) {
    expect(new Set(keys)).toEqual(new Set([expected.idempotency_key ?? undefined]))
  }
}

function expectError(error: unknown, { class: name, ...fields }: ExpectedError): void {
  expect(error).toBeInstanceOf(classes[name])
  expect((error as Error).constructor).toBe(classes[name])
  const has = error as client.APIStatusError & client.WaitTimeoutError
  const seen: Json = {
    status: has.status,
    code: has.code ?? null,
    request_id: has.requestId,
    message: has.message,
    retryable: has.retryable,
    retry_after_ms: has.retryAfterMs,
    details: has.details,
    deployment_id: has.deployment?.deploymentId,
  }
  for (const [field, value] of Object.entries(fields)) expect({ [field]: seen[field] }).toEqual({ [field]: value })
}

/** The key shows nowhere, however the error is printed. */
function expectSecret({ error, logs }: Outcome): void {
  const printed = [inspect(error, { depth: 9, showHidden: true }), String(error), JSON.stringify(error), ...logs].join(
    '\n',
  )
  expect(printed).not.toContain(vectorFile.api_key)
}

const classes: Record<string, new (...args: never[]) => Error> = {
  Status: client.APIStatusError,
  BadRequest: client.BadRequestError,
  Authentication: client.AuthenticationError,
  PermissionDenied: client.PermissionDeniedError,
  QuotaExceeded: client.QuotaExceededError,
  NotFound: client.NotFoundError,
  Conflict: client.ConflictError,
  NoCapacity: client.NoCapacityError,
  UnprocessableEntity: client.UnprocessableEntityError,
  NoFeasibleHub: client.NoFeasibleHubError,
  RateLimit: client.RateLimitError,
  InternalServer: client.InternalServerError,
  Connection: client.APIConnectionError,
  Timeout: client.APITimeoutError,
  DeploymentFailed: client.DeploymentFailedError,
  WaitTimeout: client.WaitTimeoutError,
}
