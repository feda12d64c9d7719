/**
 * A Podman of the tests' own: storage, network and locks that nothing else on the machine shares, so that several may run
 * side by side.
 *
 * Debian's Podman starts nothing where the host is short of privileges or mixes two versions of control groups. So the
 * usual settings are tried first, and then those that get by with less; `docs/engines.md` tells operators the same.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasBusybox, imageChanges, packRootFolder } from './busybox-image.ts'
import { type ContainerService, testImage } from './container-service.ts'
import { afterProcess, runLong, runProgram, serviceProcess, takeNumber, unmountBelow } from './service-process.ts'

/** Undefined where it can be had. */
export function whyNoPodman(): string | undefined {
  if (process.platform !== 'linux') return 'it needs Linux'
  if (process.getuid?.() !== 0) return 'the tests run it as root alone'
  if (spawnSync('podman', ['--version']).status !== 0) return 'podman is not installed'
  if (!hasBusybox()) return 'busybox-static is not installed'
  return undefined
}

/** For `describe.runIf`. Continuous integration, run as root, has it; elsewhere it is said when it is missing. */
export function hasPodman(): boolean {
  const reason = whyNoPodman()
  if (reason && process.env.CI === 'true' && process.getuid?.() === 0)
    throw new Error(`CI tests on Podman, and ${reason}.`)
  if (reason) console.log(`Tests on Podman are left out: ${reason}.`)
  return reason === undefined
}

type PodmanHome = { folder: string; number: number; registryPort: number }

/** `long` is `command` for what takes long. */
export type TestPodman = ContainerService & { long(...args: string[]): Promise<string> }

export async function startTestPodman(): Promise<TestPodman> {
  const { number, lock } = takeNumber()
  const folder = mkdtempSync(join(tmpdir(), `service-podman-`))
  const home: PodmanHome = { folder, number, registryPort: 21_000 + number }
  const [socketPath, pidFile] = [join(folder, 'podman.sock'), join(folder, 'service.pid')]
  const deviceKind = pretendDevices(number)
  cleanAfterProcess(home, pidFile)
  const rootFolder = packRootFolder()
  chooseSettings(home, rootFolder)
  const args = [...rootsOf(home), 'system', 'service', '--time=0', `unix://${socketPath}`]
  const program = { program: 'podman', args, env: environmentOf(home), cwd: folder }
  const service = serviceProcess({ ...program, socketPath, pidFile })
  await service.start()
  return {
    ...service,
    ...{ socketPath, image: testImage, rootFolder, deviceKind, registryPort: home.registryPort },
    command: (...args) => podman(home, args),
    long: (...args) => runLong('podman', [...rootsOf(home), ...args], { env: environmentOf(home), cwd: folder }),
    async close() {
      podman(home, ['rm', '--all', '--force', '--time', '0'])
      await service.kill()
      runProgram('sh', ['-c', unmountBelow(folder)], {})
      // What cleans up after the last containers may still be writing.
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
      rmSync(deviceFile(number), { force: true })
      lock.release()
    },
  }
}

const rootsOf = ({ folder }: PodmanHome): string[] => [
  ...['--root', join(folder, 'root'), '--runroot', join(folder, 'run'), '--tmpdir', join(folder, 'tmp')],
  ...['--network-config-dir', join(folder, 'networks')],
]

const environmentOf = ({ folder }: PodmanHome): NodeJS.ProcessEnv => ({
  ...process.env,
  CONTAINERS_CONF: join(folder, 'containers.conf'),
  CONTAINERS_REGISTRIES_CONF: join(folder, 'registries.conf'),
})

const podman = (home: PodmanHome, args: readonly string[], input?: Buffer): string =>
  runProgram('podman', [...rootsOf(home), ...args], {
    env: environmentOf(home),
    cwd: home.folder,
    ...(input && { input }),
  })

function chooseSettings(home: PodmanHome, rootFolder: Buffer): void {
  const { folder, number, registryPort } = home
  mkdirSync(join(folder, 'networks'))
  writeFileSync(join(folder, 'networks', 'podman.json'), JSON.stringify(networkNumbered(number)))
  writeFileSync(
    join(folder, 'registries.conf'),
    `[[registry]]\nlocation = "127.0.0.1:${registryPort}"\ninsecure = true\n`,
  )
  const complaints: string[] = []
  for (const settings of [defaultSettings, frugalSettings()]) {
    writeFileSync(join(folder, 'containers.conf'), `${settings}${networkSettings(number)}`)
    try {
      if (!podman(home, ['images', '--quiet'])) {
        podman(home, ['import', ...imageChanges.flatMap((change) => ['--change', change]), '-', testImage], rootFolder)
      }
      podman(home, ['run', '--rm', '--log-driver', 'none', testImage, 'true'])
      return
    } catch (error) {
      complaints.push(String(error))
    }
  }
  throw new Error(`Podman starts no container here.\n${complaints.join('\n')}`)
}

const defaultSettings = `
[engine]
events_logger = "file"
lock_type = "file"
`

/** Of the addresses that are its own, networks are made that no other Podman on the machine makes as well. */
const networkSettings = (number: number): string => `
[network]
network_backend = "netavark"
default_subnet_pools = [{ base = "10.${128 + number}.0.0/16", size = 24 }]
`

function frugalSettings(): string {
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
`
}

function hardLimit(name: string): number {
  const limits = readFileSync('/proc/self/limits', 'utf8').split('\n')
  const line = limits.find((line) => line.startsWith(name))
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

/** Devices by CDI that add nothing to a container but a variable. Podman 4 looks for them in this folder alone. */
const deviceFolder = '/var/run/cdi'
const deviceFile = (number: number): string => join(deviceFolder, `service-test-${number}.json`)

function pretendDevices(number: number): string {
  const kind = `test-${number}.service.invalid/gpu`
  const devices = Array.from({ length: 8 }, (_, id) => ({
    name: String(id),
    containerEdits: { env: [`TEST_GPU_${id}=here`] },
  }))
  if (!existsSync(deviceFolder)) mkdirSync(deviceFolder)
  writeFileSync(deviceFile(number), JSON.stringify({ cdiVersion: '0.5.0', kind, devices }))
  return kind
}

function cleanAfterProcess(home: PodmanHome, pidFile: string): void {
  const script = `
    folder="$1"; devices="$2"; pid_file="$3"; shift 3
    test -d "$folder" || exit 0
    "$@" rm --all --force --time 0
    kill -9 "$(cat "$pid_file")"
    ${unmountBelow('$folder')}
    rm -rf "$folder" "$devices"`
  const args = [home.folder, deviceFile(home.number), pidFile, 'podman', ...rootsOf(home)]
  afterProcess(process.pid, script, args, environmentOf(home))
}
