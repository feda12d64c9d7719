/** Agents: a thousand calls of a tool beside ordinary requests, and what each of the two costs the other. */
import type { Bench, Section } from './harness/bench.ts'
import { calls } from './mcp/calls.ts'
import { sanctionsFolders } from './screening/data-folder.ts'

export const bench: Bench = {
  name: 'mcp',
  summary:
    'Calls of a tool by the official client of MCP, alone and beside ordinary screenings, and the latency of both.',
  parts: ['calls'],
  async *run(options): AsyncIterable<Section> {
    yield await calls(sanctionsFolders(options).lists, options.sample ?? 1_000)
  },
}
