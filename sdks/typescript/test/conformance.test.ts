/** The client does what `sdks/conformance/vectors.json` says every client does. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attemptsOf, readVectors, startFaultServer, type Vector } from '../../conformance/start-fault-server.ts'
import vectorFile from '../../conformance/vectors.json' with { type: 'json' }
import * as client from '../src/index.ts'
import { checkOutcome } from './check-outcome.ts'
import { operations, playVector } from './play-vector.ts'

const run = 'typescript'
const apiKey = vectorFile.api_key
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
    const outcome = await playVector(client, vector, { baseUrl: `${server.address}/${run}/${name}`, apiKey })
    const attempts = await attemptsOf(server.address, run, name)
    checkOutcome({ client, vector, outcome, attempts, apiKey })
  })

  test('of each operation there is one, and of nothing else', () => {
    const played = new Set(vectorFile.vectors.map(({ operation }) => operation))
    expect([...played].sort()).toEqual(Object.keys(operations).sort())
  })
})
