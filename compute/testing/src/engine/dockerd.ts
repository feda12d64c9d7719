/** A Docker of the tests' own, which leaves the machine's rules of forwarding alone: ports are published by its proxy. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasBusybox, imageChanges, packRootFolder } from './busybox-image.ts'
import { type ContainerService, testImage } from './container-service.ts'
import { afterProcess, runProgram, serviceProcess, takeNumber, unmountBelow } from './service-process.ts'

function whyNoDocker(): string | undefined {
  if (process.platform !== 'linux') return 'it needs Linux'
  if (process.getuid?.() !== 0) return 'the tests run it as root alone'
  if (spawnSync('dockerd', ['--version']).status !== 0) return 'docker.io is not installed'
  if (spawnSync('ip', ['link']).status !== 0) return 'iproute2 is not installed'
  if (!hasBusybox()) return 'busybox-static is not installed'
  return undefined
}

/** For `describe.runIf`. */
export function hasDocker(): boolean {
  const reason = whyNoDocker()
  if (reason) console.log(`Tests on Docker are left out: ${reason}.`)
  return reason === undefined
}

export async function startTestDocker(): Promise<ContainerService> {
  const { number, lock } = takeNumber()
  const folder = mkdtempSync(join(tmpdir(), 'service-docker-'))
  const [socketPath, pidFile] = [join(folder, 'docker.sock'), join(folder, 'service.pid')]
  const bridge = `svc-docker-${number}`
  const env = { ...process.env, DOCKER_HOST: `unix://${socketPath}` }
  const docker = (args: readonly string[], input?: Buffer) =>
    runProgram('docker', args, { env, ...(input && { input }) })
  cleanAfterProcess({ folder, pidFile, bridge }, env)
  runProgram('ip', ['link', 'add', bridge, 'type', 'bridge'], {})
  runProgram('ip', ['address', 'add', `10.214.${number}.1/24`, 'dev', bridge], {})
  const args = [
    ...['--data-root', join(folder, 'data'), '--exec-root', join(folder, 'exec'), '--host', `unix://${socketPath}`],
    ...['--pidfile', join(folder, 'docker.pid'), '--bridge', bridge, '--live-restore'],
    ...['--default-address-pool', `base=10.216.${number}.0/24,size=26`],
    ...['--iptables=false', '--ip-forward=false', '--ip-masq=false'],
  ]
  const service = serviceProcess({ program: 'dockerd', args, env, cwd: folder, socketPath, pidFile })
  await service.start()
  const rootFolder = packRootFolder()
  docker(['import', ...imageChanges.flatMap((change) => ['--change', change]), '-', testImage], rootFolder)

  return {
    ...service,
    ...{ socketPath, image: testImage, rootFolder, deviceKind: undefined, registryPort: 21_000 + number },
    // Docker cannot start while a file of the one that was killed names a process that lives, whichever that is. The
    // containerd that it started ends with it, a little later.
    async kill() {
      await service.kill()
      runProgram('sh', ['-c', endContainerd, 'end', folder], {})
      rmSync(join(folder, 'docker.pid'), { force: true })
    },
    command: (...args) => docker(args),
    async close() {
      const ids = docker(['ps', '--all', '--quiet'])
      if (ids) docker(['rm', '--force', ...ids.split('\n')])
      docker(['network', 'prune', '--force'])
      runProgram('sh', ['-c', endScript, 'end', folder, pidFile, bridge], {})
      lock.release()
    },
  }
}

const endContainerd = `
  pid_file="$1/exec/containerd/containerd.pid"
  if test -f "$pid_file"; then
    kill -9 "$(cat "$pid_file")" 2>/dev/null
    while kill -0 "$(cat "$pid_file")" 2>/dev/null; do sleep 0.1; done
    rm -f "$pid_file"
  fi`

const endScript = `
  kill -9 "$(cat "$2")" 2>/dev/null
  ${endContainerd}
  ip link delete "$3"
  ${unmountBelow('$1')}
  rm -rf "$1"`

function cleanAfterProcess(
  { folder, pidFile, bridge }: { folder: string; pidFile: string; bridge: string },
  env: NodeJS.ProcessEnv,
): void {
  const script = `
    test -d "$1" || exit 0
    docker ps --all --quiet | xargs docker rm --force
    docker network prune --force
    ${endScript}`
  afterProcess(process.pid, script, [folder, pidFile, bridge], env)
}
