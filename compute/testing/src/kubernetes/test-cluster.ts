/**
 * A whole Kubernetes cluster of the tests' own: etcd, API server, controllers, scheduler, and a kubelet that runs real
 * containers. It lives in namespaces that it shares with nothing (`cluster.sh`), so that fixed ports never clash and the
 * machine keeps its network as it was; sockets lead in and out.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { hasBusybox } from '../engine/busybox-image.ts'
import { afterProcess, runLong, runProgram } from '../engine/service-process.ts'
import { type Kubeconfig, kubeconfig, linkPrograms, writeClusterFiles } from './cluster-files.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const buildScript = join(here, '../../cluster/build')
const cniFolder = '/usr/lib/cni'
const startWithinMs = 90_000

/** Undefined where it can be had. */
export function whyNoCluster(): string | undefined {
  if (process.platform !== 'linux') return 'they need Linux'
  if (process.getuid?.() !== 0) return 'they run as root alone'
  for (const program of ['containerd', 'runc', 'ip', 'unshare', 'openssl']) {
    if (spawnSync(program, ['--version']).error) return `${program} is not installed`
  }
  if (!existsSync(join(cniFolder, 'bridge'))) return 'containernetworking-plugins is not installed'
  if (!hasBusybox()) return 'busybox-static is not installed'
  if (!existsSync(programPath())) return 'it is not built: run compute/testing/cluster/build, which takes some minutes'
  return undefined
}

/** For `describe.runIf`. Continuous integration, run as root, has it; elsewhere it is said what is missing. */
export function hasCluster(): boolean {
  const reason = whyNoCluster()
  if (reason && process.env.CI === 'true' && process.getuid?.() === 0)
    throw new Error(`CI tests on a Kubernetes cluster, and ${reason}.`)
  if (reason) console.log(`Tests on a Kubernetes cluster are left out: ${reason}.`)
  return reason === undefined
}

const programPath = (): string => runProgram(buildScript, ['--path'], {})

export type ClusterProgram = 'kube-apiserver' | 'kube-controller-manager' | 'kube-scheduler' | 'kubelet' | 'etcd'

export type TestCluster = {
  /** Of the API server, for this machine. */
  readonly server: string
  /** Where the node finds images that the tests serve on `registryPort` of this machine: `127.0.0.1:5000`. */
  readonly registry: string
  kubeconfigFor(user: 'admin' | 'hub' | 'nobody'): Kubeconfig
  /** The same as a file. */
  kubeconfigFile(user: 'admin' | 'hub' | 'nobody'): string
  /** As the administrator. `body` is sent as JSON, with PATCH as a merge. */
  ask<T = unknown>(method: string, path: string, body?: unknown): Promise<{ status: number; body: T }>
  /** Ends the program as kill -9 does; it is started again at once, or on `release` where it is held. */
  kill(program: ClusterProgram, options?: { hold: boolean }): void
  release(program: ClusterProgram): void
  freeze(program: ClusterProgram): void
  thaw(program: ClusterProgram): void
  /** Nothing gets in or out any more; what runs there runs on. */
  cutOff(how: 'gone' | 'hung'): Promise<void>
  reconnect(): Promise<void>
  untilReady(): Promise<void>
  /** Asks etcd itself. */
  compact(): Promise<void>
  logOf(program: string): string
  /** Gives the node the images of an archive, as `podman save` writes it. */
  importImages(archive: string): Promise<void>
  /** Another name for an image that the node has. */
  nameImage(image: string, name: string): void
  /** A program in the network of the cluster, with pods, in which the administrator's certificates are in `PKI`. */
  spawnInside(program: string, args: readonly string[]): ChildProcess
  close(): Promise<void>
}

type ClusterOptions = {
  registryPort?: number
  /** Sockets of this machine that pods reach, by port of `outsideHost`. */
  outside?: Readonly<Record<number, string>>
}

/** Where pods reach what is outside. */
export const outsideHost = '10.244.0.1'

export async function startTestCluster({ registryPort = 0, outside = {} }: ClusterOptions = {}): Promise<TestCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'service-cluster-'))
  const cgroup = `/${folder.slice(tmpdir().length + 1)}`
  const groups = makeControlGroups(cgroup)
  const programs = linkPrograms(programPath(), folder)
  writeClusterFiles(folder, { cgroup })
  const log = openSync(join(folder, 'init.log'), 'a')
  const namespaces = ['--mount', '--pid', '--net', '--fork', '--kill-child', '--mount-proc', '--propagation', 'private']
  const init = spawn('unshare', [...namespaces, '/bin/sh', join(here, 'cluster.sh'), folder, programs], {
    env: { ...process.env, NODE: process.execPath, RELAY: join(here, 'relay.mjs'), RELAYED: relayed(outside) },
    stdio: ['ignore', log, log],
    detached: true,
  })
  init.unref()
  afterProcess(process.pid, endScript, [String(init.pid), folder, ...groups], process.env)
  const gate = await openGate(join(folder, 'api.sock'))
  const registryGate = registryPort === 0 ? undefined : await relayTo(join(folder, 'registry.sock'), registryPort)
  const cluster = clusterIn(folder, { init, gate })
  try {
    await cluster.untilReady()
    writeFileSync(join(folder, 'api-is-ready'), '')
    await importImages(folder)
    writeFileSync(join(folder, 'images-are-there'), '')
    await nodeIsReady(cluster)
  } catch (error) {
    throw new Error(`The test cluster does not start:\n${describeLogs(folder)}`, { cause: error })
  }
  return {
    ...cluster,
    async close() {
      await gate.close()
      registryGate?.close()
      const ended = new Promise((resolve) => init.once('exit', resolve))
      init.ref()
      if (init.exitCode === null) {
        init.kill('SIGKILL')
        await ended
      }
      runProgram('sh', ['-c', endScript, 'end', String(init.pid), folder, ...groups], {})
    },
  }
}

const relayed = (outside: Readonly<Record<number, string>>): string =>
  Object.entries(outside)
    .map(([port, path]) => `${outsideHost}:${port}=${path}`)
    .join(' ')

/** `$1` is the process outside of the namespaces, `$2` the folder, then the control groups. */
const endScript = `
  pid="$1"; folder="$2"; shift 2
  test -d "$folder" || exit 0
  kill -9 "$pid" 2>/dev/null
  for try in 1 2 3 4 5 6 7 8 9 10; do
    rm -rf "$folder" 2>/dev/null && break
    sleep 0.2
  done
  for group in "$@"; do find "$group" -depth -type d -exec rmdir {} + 2>/dev/null; done
  true`

/** One in each controller, with the processors and the memory of its parent. */
function makeControlGroups(cgroup: string): string[] {
  const root = '/sys/fs/cgroup'
  if (existsSync(join(root, 'cgroup.controllers'))) {
    mkdirSync(join(root, cgroup))
    return [join(root, cgroup)]
  }
  return readdirSync(root, { withFileTypes: true }).flatMap((controller) => {
    if (!controller.isDirectory()) return []
    const group = join(root, controller.name, cgroup)
    mkdirSync(group)
    if (controller.name === 'cpuset') {
      for (const file of ['cpuset.cpus', 'cpuset.mems']) {
        writeFileSync(join(group, file), readFileSync(join(dirname(group), file)))
      }
    }
    return [group]
  })
}

type Gate = { port: number; shut(how: 'gone' | 'hung'): Promise<void>; open(): Promise<void>; close(): Promise<void> }

/** A port of this machine that leads to a socket, and may cease to. */
async function openGate(path: string): Promise<Gate> {
  const sockets = new Set<Socket>()
  let hung = false
  let port = 0
  let server: Server | undefined
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  const listen = async () => {
    server = createServer({ allowHalfOpen: true }, (near) => {
      sockets.add(near)
      near.once('close', () => sockets.delete(near)).on('error', () => {})
      if (hung) return
      const far = connect({ path, allowHalfOpen: true })
      far.on('error', () => near.destroy()).once('close', () => near.destroySoon())
      near.once('close', () => far.destroySoon())
      near.pipe(far)
      far.pipe(near)
    })
    await new Promise<void>((resolve) => server!.listen(port, '127.0.0.1', resolve))
    const address = server.address()
    if (address && typeof address === 'object') port = address.port
  }
  const stop = async () => {
    const stopped = server && new Promise((resolve) => server!.close(resolve))
    server = undefined
    cut()
    await stopped
  }
  await listen()
  return {
    port,
    async shut(how) {
      hung = how === 'hung'
      if (how === 'gone') await stop()
      else for (const socket of sockets) socket.unpipe()
    },
    async open() {
      hung = false
      if (server) cut()
      else await listen()
    },
    close: stop,
  }
}

function relayTo(path: string, port: number): Promise<Server> {
  const server = createServer((near) => {
    const far = connect({ host: '127.0.0.1', port })
    near.on('error', () => far.destroy()).pipe(far)
    far.on('error', () => near.destroy()).pipe(near)
  })
  return new Promise((resolve) => server.listen(path, () => resolve(server)))
}

function clusterIn(folder: string, { init, gate }: { init: ChildProcess; gate: Gate }): Omit<TestCluster, 'close'> {
  const server = `https://127.0.0.1:${gate.port}`
  const pki = (file: string) => readFileSync(join(folder, 'pki', file))
  const tls = { ca: pki('ca.crt'), cert: pki('admin.crt'), key: pki('admin.key') }
  const entering = () => {
    const [pid] = readFileSync(`/proc/${init.pid}/task/${init.pid}/children`, 'utf8').trim().split(' ')
    return ['-t', pid ?? '', '-m', '-p', '-n']
  }
  const inside = (script: string) => runProgram('nsenter', [...entering(), 'sh', '-c', script], {})
  const ctr = ['--address', join(folder, 'containerd.sock'), '--namespace', 'k8s.io', 'images']
  const holdFile = (program: ClusterProgram) => join(folder, `hold-${program}`)
  const signal = (program: ClusterProgram, name: string) =>
    void inside(`kill -${name} "$(cat ${folder}/${program}.pid)"`)

  async function ask<T>(method: string, path: string, body?: unknown): Promise<{ status: number; body: T }> {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
    return new Promise((resolve, reject) => {
      const options = { ...tls, socketPath: join(folder, 'api.sock'), servername: 'localhost', agent: false as const }
      const asked = request(
        { ...options, method, path, headers: { 'content-type': type }, timeout: 20_000 },
        (response) => {
          const chunks: Buffer[] = []
          response.on('error', reject).on('data', (chunk) => chunks.push(chunk))
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString()
            const isJson = response.headers['content-type']?.includes('json')
            resolve({ status: response.statusCode ?? 0, body: (isJson ? JSON.parse(text) : text) as T })
          })
        },
      )
      asked.on('timeout', () => asked.destroy(new Error('The API server does not respond.')))
      asked.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body))
    })
  }

  return {
    server,
    registry: '127.0.0.1:5000',
    ask,
    kubeconfigFor: (user) => kubeconfig(folder, user, server),
    kubeconfigFile(user) {
      const path = join(folder, `kubeconfig-${user}.json`)
      writeFileSync(path, JSON.stringify(kubeconfig(folder, user, server)), { mode: 0o600 })
      return path
    },
    kill(program, { hold } = { hold: false }) {
      if (hold) writeFileSync(holdFile(program), '')
      signal(program, 'KILL')
    },
    release: (program) => rmSync(holdFile(program), { force: true }),
    freeze: (program) => signal(program, 'STOP'),
    thaw: (program) => signal(program, 'CONT'),
    cutOff: gate.shut,
    reconnect: gate.open,
    async untilReady() {
      const ready = () => ask('GET', '/readyz').then(({ status }) => status === 200)
      await until(() => ready().catch(() => false))
    },
    async compact() {
      const revision = (await ask<{ metadata: { resourceVersion: string } }>('GET', '/api/v1/pods')).body.metadata
        .resourceVersion
      const body = JSON.stringify({ revision, physical: true })
      const script = `etcd.request({socketPath:'${folder}/etcd.sock',method:'POST',path:'/v3/kv/compaction'}).end('${body}')`
      runProgram(process.execPath, ['-e', `const etcd=require('node:http');${script}`], {})
    },
    logOf: (program) => readFileSync(join(folder, `${program}.log`), 'utf8'),
    importImages: async (archive) => void (await runLong('ctr', [...ctr, 'import', archive], {})),
    nameImage: (image, name) => void runProgram('ctr', [...ctr, 'tag', image, name], {}),
    spawnInside: (program, args) =>
      spawn('nsenter', [...entering(), program, ...args], {
        env: { ...process.env, PKI: join(folder, 'pki') },
        stdio: ['pipe', 'pipe', 'inherit'],
      }),
  }
}

async function importImages(folder: string): Promise<void> {
  const [socket, images] = [join(folder, 'containerd.sock'), join(folder, 'images.tar')]
  await until(async () => existsSync(socket))
  runProgram('ctr', ['--address', socket, '--namespace', 'k8s.io', 'images', 'import', images], {})
}

async function nodeIsReady({ ask }: Pick<TestCluster, 'ask'>): Promise<void> {
  type Node = { status?: { conditions?: { type: string; status: string }[] }; spec?: { taints?: unknown[] } }
  await until(async () => {
    const { body } = await ask<Node>('GET', '/api/v1/nodes/node1')
    const ready = body.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True')
    return ready === true && !body.spec?.taints
  })
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + startWithinMs; !(await isSo()); await sleep(50)) {
    if (Date.now() > end) throw new Error('It takes too long.')
  }
}

const describeLogs = (folder: string): string =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.log'))
    .map((name) => `${name}: ${readFileSync(join(folder, name), 'utf8').slice(-1_000)}`)
    .join('\n')
