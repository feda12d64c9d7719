/** Whether what came of a vector is what it expects. Throws where it is not; on Node, Deno and Bun alike. */
import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import type { Attempt, Vector } from '../../conformance/start-fault-server.ts'
import type * as client from '../src/index.ts'
import type { Outcome } from './play-vector.ts'

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
type Seen = { client: typeof client; vector: Vector; outcome: Outcome; attempts: Attempt[]; apiKey: string }

export function checkOutcome({ client, vector, outcome, attempts, apiKey }: Seen): void {
  const expected = vector.expect as Expected
  if (!expected.error && outcome.error) throw outcome.error
  assert.equal(attempts.length, expected.attempts, 'attempts')
  if (expected.requests) {
    const sent = attempts.map(({ method, path, query, body }) => ({ body, method, path, query }))
    assert.deepEqual(
      sent,
      expected.requests.map((request) => ({ body: null, ...request })),
    )
  }
  for (const { headers } of attempts) {
    assert.equal(headers.authorization, `Bearer ${apiKey}`)
    assert.equal(headers['user-agent'], 'service-client-typescript/1.4.2')
  }
  if (expected.delays_ms) assert.deepEqual(outcome.delaysMs, expected.delays_ms)
  if ('result' in expected) assert.deepEqual(outcome.result ?? null, expected.result)
  for (const [name, value] of Object.entries(expected.result_includes ?? {})) {
    assert.deepEqual((outcome.result as Json)[name], value)
  }
  if (expected.items) assert.deepEqual(outcome.items, expected.items)
  if (expected.error) checkError(classesOf(client), outcome.error, expected.error)
  checkKeys(attempts, expected)
  checkSecret(outcome, apiKey)
}

function checkKeys(attempts: Attempt[], expected: Expected): void {
  const keys = attempts.map(({ headers }) => headers['idempotency-key'] ?? null)
  if (expected.same_idempotency_key) {
    assert.match(keys[0] ?? '', /^[!-~]{16,255}$/)
    assert.equal(new Set(keys).size, 1)
  }
  if ('idempotency_key' in expected) assert.deepEqual([...new Set(keys)], [expected.idempotency_key])
}

function checkError(classes: Classes, error: unknown, { class: name, ...fields }: ExpectedError): void {
  assert.equal((error as Error | undefined)?.constructor, classes[name])
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
  for (const [field, value] of Object.entries(fields)) assert.deepEqual(seen[field], value, field)
}

/** The key shows nowhere, however the error is printed. */
function checkSecret({ error, logs }: Outcome, apiKey: string): void {
  const shown = [inspect(error, { depth: 9, showHidden: true }), String(error), JSON.stringify(error) ?? '', ...logs]
  assert.ok(!shown.join('\n').includes(apiKey), 'the key is shown')
}

type Classes = Record<string, unknown>

const classesOf = (client: Record<string, unknown>): Classes => ({
  ...Object.fromEntries(Object.entries(client).map(([name, value]) => [name.replace(/Error$/, ''), value])),
  Status: client.APIStatusError,
  Connection: client.APIConnectionError,
  Timeout: client.APITimeoutError,
})
