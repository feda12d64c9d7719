/**
 * Processes started one after the other, in rounds in which each line has its place, so that what else the machine does concerns all
 * of them. The service is a bare HTTP server on loopback with a recorded response, so that only the command line is measured.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildDist, buildSingle } from '../../../../cli/build.ts'
import { root } from '../../../../tools/repository.ts'
import type { Figure, Section } from '../../harness/bench.ts'

type Line = { name: string; program: readonly [string, ...string[]] }

export async function coldStart(rounds: number): Promise<Section> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'))
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(recordedHubs())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    SERVICE_API_KEY: 'svc_x',
    SERVICE_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  }
  try {
    const lines = await linesIn(folder)
    const taken = new Map(lines.map(({ name }) => [name, { first: [] as number[], end: [] as number[] }]))
    for (let round = 0; round < rounds; round++) {
      for (const { name, program } of lines) {
        const { firstMs, endMs } = await timed(program, env)
        taken.get(name)?.first.push(firstMs)
        taken.get(name)?.end.push(endMs)
      }
    }
    const figures = [...taken].flatMap(([group, { first, end }]): Figure[] => [
      { name: 'first output, median', group, value: quantile(first, 0.5), unit: 'ms', n: rounds },
      { name: 'first output, p95', group, value: quantile(first, 0.95), unit: 'ms', n: rounds },
      { name: 'end, median', group, value: quantile(end, 0.5), unit: 'ms', n: rounds },
    ])
    return { title: 'From the start of the process', figures }
  } finally {
    server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function linesIn(folder: string): Promise<Line[]> {
  const dist = await buildDist(join(folder, 'dist'))
  const bare = join(folder, 'bare.mjs')
  writeFileSync(bare, "process.stdout.write('1')\n")
  const node = process.execPath
  const lines: Line[] = [
    { name: 'bare Node', program: [node, bare] },
    { name: 'svc version', program: [node, dist, 'version'] },
    { name: 'svc help deploy', program: [node, dist, 'help', 'deploy'] },
    { name: 'svc hubs', program: [node, dist, 'hubs'] },
    { name: 'completion', program: [node, dist, 'complete', '--', 'deploy', '--'] },
  ]
  if (process.platform !== 'linux') return lines
  const single = await buildSingle(join(folder, 'single'))
  return [
    ...lines,
    { name: 'one file: svc hubs', program: [single, 'hubs'] },
    { name: 'one file: completion', program: [single, 'complete', '--', 'deploy', '--'] },
  ]
}

async function timed([program, ...words]: Line['program'], env: NodeJS.ProcessEnv) {
  const startedAt = performance.now()
  let firstMs: number | undefined
  const child = spawn(program, words, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  child.stdout.on('data', () => {
    firstMs ??= performance.now() - startedAt
  })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0 || firstMs === undefined) throw new Error(`${program} ${words.join(' ')} ended with ${code}`)
  return { firstMs, endMs: performance.now() - startedAt }
}

/** The example of the API document. */
function recordedHubs(): string {
  const document = JSON.parse(readFileSync(join(root, 'openapi/compute.json'), 'utf8'))
  return JSON.stringify(document.paths['/v1/hubs'].get.responses['200'].content['application/json'].example)
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
