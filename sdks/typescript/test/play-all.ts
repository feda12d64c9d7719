/** Plays every vector on this runtime: `play-all.ts <address> <run> <module of the client>`. Prints each that fails. */
import process from 'node:process'
import { attemptsOf, readVectors } from '../../conformance/start-fault-server.ts'
import { checkOutcome } from './check-outcome.ts'
import { playVector } from './play-vector.ts'

const [address = '', run = '', path = ''] = process.argv.slice(2)
const client = await import(path)
const { api_key: apiKey, vectors } = await readVectors(address)
let passed = 0
for (const vector of vectors) {
  const outcome = await playVector(client, vector, { baseUrl: `${address}/${run}/${vector.name}`, apiKey })
  const attempts = await attemptsOf(address, run, vector.name)
  try {
    checkOutcome({ client, vector, outcome, attempts, apiKey })
    passed++
  } catch (error) {
    console.log(vector.name, error)
  }
}
console.log(`${passed} passed`)
