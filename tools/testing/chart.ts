/** The chart of `deploy/chart` in a cluster of the tests' own, with a database and lists outside of it, and load from within. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runLong } from '@service/compute-testing/engine/service-process.ts'
import { outsideHost, startTestCluster, type TestCluster } from '@service/compute-testing/kubernetes/test-cluster.ts'
import { root } from '../repository.ts'
import { deployTool } from './deploy-tools.ts'

const helm = deployTool('helm')

export const namespace = 'production'
export const chart = join(root, 'deploy/chart')
const [databasePort, listsPort] = [5432, 8088]
const lists = join(root, 'reputation/server/src/lists/formats/fixtures')

export type ChartWorld = {
  cluster: TestCluster
  helm(...words: string[]): Promise<string>
  /** Of a database of this machine, as pods reach it. */
  databaseUrl(url: string): string
  listUrl(file: string): string
  close(): Promise<void>
}

/** `postgresFolder` holds the socket of a server. */
export async function startChartWorld(postgresFolder: string): Promise<ChartWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'service-chart-'))
  const listsSocket = join(folder, 'lists.sock')
  const listServer = createServer((request, response) => response.end(readFileSync(join(lists, request.url ?? ''))))
  listServer.listen(listsSocket)
  await once(listServer, 'listening')
  const outside = { [databasePort]: join(postgresFolder, '.s.PGSQL.5432'), [listsPort]: listsSocket }
  const cluster = await startTestCluster({ outside })
  const kubeconfig = cluster.kubeconfigFile('admin')
  const homes = { HELM_CACHE_HOME: folder, HELM_CONFIG_HOME: folder, HELM_DATA_HOME: folder }
  return {
    cluster,
    helm: (...words) =>
      runLong(helm, ['--kubeconfig', kubeconfig, '--namespace', namespace, ...words], {
        env: { ...process.env, ...homes },
      }),
    databaseUrl: (url) => `postgres://postgres@${outsideHost}:${databasePort}${new URL(url).pathname}`,
    listUrl: (file) => `http://${outsideHost}:${listsPort}/${file}`,
    async close() {
      await cluster.close()
      listServer.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A file of values for `helm --values`; JSON is YAML. */
export function valuesFile(values: object): string {
  const path = join(mkdtempSync(join(tmpdir(), 'service-values-')), 'values.yaml')
  writeFileSync(path, JSON.stringify(values))
  return path
}

/** The administration's command line outside of the cluster, on the same database; answers what it prints as JSON. */
export function adminHere(service: string, databaseUrl: string) {
  const env = { ...process.env, [`${service.toUpperCase()}_DATABASE_URL`]: databaseUrl }
  const program = join(root, service, 'server/src/admin.ts')
  return async (...words: string[]) =>
    JSON.parse(await runLong(process.execPath, [program, ...words, '--json'], { env }))
}

export type LoadReport = {
  sent: number
  /** Those that no endpoint was there for: a machine that starves its processes finds none of them ready. */
  unserved: number
  succeeded: number
  failed: number
  failures: object[]
  perSecond: number
  /** How many there were at one time at most, and in all. */
  maxEndpoints: number
  endpoints: number
  slowestMs: number
}

type Load = {
  /** Waits until so many were ready at a time, more than had been before. */
  seesEndpoints(count: number): Promise<void>
  stop(): Promise<LoadReport>
}

/** Requests to the pods of a Service, from within the cluster; resolves with the first response. */
export async function startLoad(
  cluster: TestCluster,
  request: { service: string; port: string; path: string; perSecond: number; key?: string },
): Promise<Load> {
  const { service, port, path, perSecond, key = '' } = request
  const program = join(root, 'tools/testing/steady-load.mjs')
  const child = cluster.spawnInside(process.execPath, [program, namespace, service, port, path, String(perSecond), key])
  const lines = linesOf(child)
  const lineOf = async (isIt: (line: string) => boolean): Promise<string> => {
    for (;;) {
      const { value, done } = await lines.next()
      if (done) throw new Error('The load ended early.')
      if (isIt(value)) return value
    }
  }
  await lineOf((line) => line === 'ready')
  return {
    seesEndpoints: async (count) => void (await lineOf((line) => line === `endpoints ${count}`)),
    async stop() {
      child.stdin?.end()
      return JSON.parse(await lineOf((line) => line.startsWith('{')))
    },
  }
}

async function* linesOf(child: ChildProcess): AsyncGenerator<string, undefined> {
  let text = ''
  for await (const chunk of child.stdout!.setEncoding('utf8')) {
    const lines = `${text}${chunk}`.split('\n')
    text = lines.pop() ?? ''
    yield* lines
  }
  return undefined
}
