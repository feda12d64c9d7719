/** Starts the fault server as a program of its own, as the tests of every language do. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

type Json = Record<string, unknown>

export type Vector = {
  name: string
  operation: string
  arguments: Json
  client?: Json
  expect: Json
}

export type Attempt = { method: string; path: string; query: Json; headers: Record<string, string>; body: unknown }

export async function startFaultServer(): Promise<{ address: string; stop(): Promise<void> }> {
  const program = join(import.meta.dirname, 'fault-server.mjs')
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [line] = await once(createInterface(child.stdout), 'line')
  return {
    ...(JSON.parse(line) as { address: string }),
    async stop() {
      const exited = once(child, 'exit')
      child.stdin.end()
      await exited
    },
  }
}

export async function readVectors(address: string): Promise<{ api_key: string; vectors: Vector[] }> {
  const response = await fetch(`${address}/_/vectors`)
  return (await response.json()) as { api_key: string; vectors: Vector[] }
}

export async function attemptsOf(address: string, run: string, vector: string): Promise<Attempt[]> {
  return (await (await fetch(`${address}/_/${run}/${vector}`)).json()) as Attempt[]
}
