/**
 * A Podman of the tests' own: its service on a socket of its own, with storage, network and locks that nothing else on
 * the machine shares, so that several may run side by side. Its image holds busybox alone.
 *
 * Debian's Podman starts nothing where the host is short of privileges or mixes two versions of control groups. So the
 * usual settings are tried first, and then those that get by with less; `docs/engines.md` tells operators the same.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { FolderInUse, type FolderLock, lockFolder } from '@service/foundation/database/folder-lock.ts'

export type TestPodman = {
  socketPath: string
  /** `httpd` on port 8080, and a shell. */
  image: string
  /** Of eight devices that are no GPUs, 0 to 7; undefined where the machine does not let us pretend. */
  deviceKind: string | undefined
  /** A registry on loopback without TLS, at a port of this machine. */
  registryPort: number
  /** Runs the command line, and answers what it said. */
  podman(...args: string[]): string
  /** Stops the service as kill -9 does; containers run on. */
  kill(): Promise<void>
  start(): Promise<void>
  /** The service takes calls and answers none. */
  freeze(): void
  thaw(): void
  close(): Promise<void>
}

const startWithinMs = 30_000
const most = 64

/** Why Podman cannot be had here; undefined where it can. */
export function whyNoPodman(): string | undefined {
  if (process.platform !== 'linux') return 'it needs Linux'
  if (process.getuid?.() !== 0) return 'the tests run it as root alone'
  if (spawnSync('podman', ['--version']).status !== 0) return 'podman is not installed'
  if (!existsSync(busybox)) return 'busybox-static is not installed'
  return undefined
}

const busybox = '/bin/busybox'

/** For `describe.runIf`. Continuous integration has it; elsewhere it is said when it is missing. */
export function hasPodman(): boolean {
  const reason = whyNoPodman()
  if (reason && process.env.CI === 'true') throw new Error(`CI tests on Podman, and ${reason}.`)
  if (reason) console.log(`Tests on Podman are left out: ${reason}.`)
  return reason === undefined
}

export async function startTestPodman(): Promise<TestPodman> {
  const { number, lock } = takeNumber()
  const folder = mkdtempSync(join(tmpdir(), `service-podman-${number}-`))
  const place: Place = { folder, number, registryPort: 21_000 + number }
  const deviceKind = pretendDevices(place)
  cleanAfter(process.pid, place)
  chooseSettings(place)
  const podman = (...args: string[]) => run(place, args)
  const socketPath = join(folder, 'podman.sock')
  let service: ChildProcess | undefined

  async function start(): Promise<void> {
    service = spawn('podman', [...rootsOf(place), 'system', 'service', '--time=0', `unix://${socketPath}`], {
      env: environmentOf(place),
      stdio: 'ignore',
      detached: true,
    })
    service.unref()
    writeFileSync(join(folder, 'service.pid'), String(service.pid))
    for (const until = Date.now() + startWithinMs; !(await answers(socketPath)); await sleep(20)) {
      if (Date.now() > until) throw new Error('The Podman of the tests does not start.')
    }
  }

  async function kill(): Promise<void> {
    if (!service?.pid || service.exitCode !== null || service.signalCode !== null) return
    const ended = new Promise((resolve) => service?.once('exit', resolve))
    service.kill('SIGKILL')
    await ended
  }

  await start()
  return {
    socketPath,
    image,
    deviceKind,
    registryPort: place.registryPort,
    podman,
    kill,
    start,
    freeze: () => void service?.kill('SIGSTOP'),
    thaw: () => void service?.kill('SIGCONT'),
    async close() {
      podman('rm', '--all', '--force', '--time', '0')
      await kill()
      clean(place)
      lock.release()
    },
  }
}

type Place = { folder: string; number: number; registryPort: number }

const image = 'localhost/service-test:1'

/** Networks need addresses and names of their own, and there are so many. */
function takeNumber(): { number: number; lock: FolderLock } {
  for (let number = 0; number < most; number++) {
    try {
      return { number, lock: lockFolder(join(tmpdir(), 'service-podman-numbers', String(number))) }
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error
    }
  }
  throw new Error(`There are ${most} Podmans of tests on this machine already.`)
}

const rootsOf = ({ folder }: Place): string[] => [
  ...['--root', join(folder, 'root'), '--runroot', join(folder, 'run'), '--tmpdir', join(folder, 'tmp')],
  ...['--network-config-dir', join(folder, 'networks')],
]

const environmentOf = ({ folder }: Place): NodeJS.ProcessEnv => ({
  ...process.env,
  CONTAINERS_CONF: join(folder, 'containers.conf'),
  CONTAINERS_REGISTRIES_CONF: join(folder, 'registries.conf'),
})

function run(place: Place, args: readonly string[], input?: Buffer): string {
  const ran = spawnSync('podman', [...rootsOf(place), ...args], { env: environmentOf(place), input, encoding: 'utf8' })
  if (ran.status !== 0) throw new Error(`podman ${args.join(' ')}: ${ran.stderr}`, { cause: ran.error })
  return ran.stdout.trim()
}

function chooseSettings(place: Place): void {
  const { folder, number, registryPort } = place
  mkdirSync(join(folder, 'networks'))
  writeFileSync(join(folder, 'networks', 'podman.json'), JSON.stringify(networkNumbered(number)))
  writeFileSync(
    join(folder, 'registries.conf'),
    `[[registry]]\nlocation = "127.0.0.1:${registryPort}"\ninsecure = true\n`,
  )
  const complaints: string[] = []
  for (const settings of [usualSettings, frugalSettings]) {
    writeFileSync(join(folder, 'containers.conf'), settings())
    try {
      if (!run(place, ['images', '--quiet'])) importImage(place)
      run(place, ['run', '--rm', '--log-driver', 'none', image, 'true'])
      return
    } catch (error) {
      complaints.push(String(error))
    }
  }
  throw new Error(`Podman starts no container here.\n${complaints.join('\n')}`)
}

const usualSettings = (): string => `
[engine]
events_logger = "file"
lock_type = "file"
[network]
network_backend = "netavark"
`

const frugalSettings = (): string => {
  const files = hardLimit('Max open files')
  const processes = Math.min(4_096, hardLimit('Max processes'))
  return `
[containers]
default_ulimits = ["nofile=${files}:${files}", "nproc=${processes}:${processes}"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
lock_type = "file"
[network]
network_backend = "netavark"
`
}

function hardLimit(name: string): number {
  const line = readFileSync('/proc/self/limits', 'utf8')
    .split('\n')
    .find((line) => line.startsWith(name))
  return Number(/^\D+\S+\s+(\d+)/.exec(line ?? '')?.[1] ?? 4_096)
}

const networkNumbered = (number: number): object => ({
  name: 'podman',
  id: number.toString(16).padStart(64, '0'),
  driver: 'bridge',
  network_interface: `svc-test-${number}`,
  created: '2026-01-01T00:00:00Z',
  subnets: [{ subnet: `10.213.${number}.0/24`, gateway: `10.213.${number}.1` }],
  ipv6_enabled: false,
  internal: false,
  dns_enabled: false,
  ipam_options: { driver: 'host-local' },
})

function importImage(place: Place): void {
  const root = join(place.folder, 'image')
  for (const folder of ['bin', 'www', 'tmp']) mkdirSync(join(root, folder), { recursive: true })
  writeFileSync(join(root, 'bin', 'busybox'), readFileSync(busybox), { mode: 0o755 })
  for (const name of ['sh', 'httpd', 'sleep', 'dd', 'env', 'cat', 'echo', 'true', 'id', 'nc', 'kill']) {
    symlinkSync('busybox', join(root, 'bin', name))
  }
  writeFileSync(join(root, 'www', 'index.html'), 'hello from the container\n')
  const packed = spawnSync('tar', ['-C', root, '-c', '.'], { maxBuffer: 2 ** 26 })
  // As the first process of a container a shell minds no signal that it has not been told to mind.
  const serve = 'trap "exit 0" TERM; echo serving; httpd -f -p 8080 -h /www & wait'
  const changes = [`CMD ${JSON.stringify(['/bin/sh', '-c', serve])}`, 'EXPOSE 8080']
  run(place, ['import', ...changes.flatMap((change) => ['--change', change]), '-', image], packed.stdout)
}

/** Devices by CDI that add nothing to a container but a variable. Podman 4 looks for them in this folder alone. */
function pretendDevices({ number }: Place): string | undefined {
  const kind = `test-${number}.service.invalid/gpu`
  const devices = Array.from({ length: 8 }, (_, id) => ({
    name: String(id),
    containerEdits: { env: [`TEST_GPU_${id}=here`] },
  }))
  try {
    mkdirSync('/var/run/cdi', { recursive: true })
    writeFileSync(deviceFile(number), JSON.stringify({ cdiVersion: '0.5.0', kind, devices }))
    return kind
  } catch {
    return undefined
  }
}

const deviceFile = (number: number): string => `/var/run/cdi/service-test-${number}.json`

function answers(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = request({ socketPath, path: '/_ping', timeout: 1_000 }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    asked.on('error', () => resolve(false))
    asked.end()
  })
}

function clean({ folder, number }: Place): void {
  spawnSync('umount', [join(folder, 'root', 'overlay')])
  rmSync(folder, { recursive: true, force: true })
  rmSync(deviceFile(number), { force: true })
}

/** However the tests end, even by a kill: what runs is ended, and what is there removed. */
function cleanAfter(pid: number, place: Place): void {
  const afterwards = `
    pid="$1"; folder="$2"; devices="$3"; shift 3
    while kill -0 "$pid"; do sleep 1; done
    test -d "$folder" || exit 0
    "$@" rm --all --force --time 0
    kill -9 "$(cat "$folder/service.pid")"
    umount "$folder/root/overlay"
    rm -rf "$folder" "$devices"`
  const args = [String(pid), place.folder, deviceFile(place.number), 'podman', ...rootsOf(place)]
  spawn('sh', ['-c', afterwards, 'guard', ...args], {
    env: environmentOf(place),
    detached: true,
    stdio: 'ignore',
  }).unref()
}
