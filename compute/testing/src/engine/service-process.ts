/** A Podman or Docker service as a process that tests may end, freeze and start again. */
import { type ChildProcess, execFile, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { FolderInUse, type FolderLock, lockFolder } from '@service/foundation/database/folder-lock.ts'

const startWithinMs = 30_000
const most = 64

/** Each has a network of its own, whose name and addresses follow from its number. */
export function takeNumber(): { number: number; lock: FolderLock } {
  for (let number = 0; number < most; number++) {
    try {
      return { number, lock: lockFolder(join(tmpdir(), 'service-engine-numbers', String(number))) }
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error
    }
  }
  throw new Error(`The tests of this machine run ${most} engines already.`)
}

export type ServiceProcess = {
  start(): Promise<void>
  kill(): Promise<void>
  /** Returns when nothing of it moves any more. */
  freeze(): void
  thaw(): void
}

type Program = {
  program: string
  args: readonly string[]
  env: NodeJS.ProcessEnv
  /** Where the monitors of containers leave their files: `oom` of one that outgrew its memory. */
  cwd: string
  socketPath: string
  pidFile: string
}

export function serviceProcess({ program, args, env, cwd, socketPath, pidFile }: Program): ServiceProcess {
  let service: ChildProcess | undefined
  return {
    async start() {
      const log = openSync(`${pidFile}.log`, 'a')
      service = spawn(program, args, { env, cwd, stdio: ['ignore', log, log], detached: true })
      service.unref()
      writeFileSync(pidFile, String(service.pid))
      for (const until = Date.now() + startWithinMs; !(await acceptsConnections(socketPath)); await sleep(20)) {
        if (Date.now() > until) {
          throw new Error(`${program} does not start:\n${readFileSync(`${pidFile}.log`, 'utf8').slice(-2_000)}`)
        }
      }
    },
    async kill() {
      if (!service?.pid || service.exitCode !== null || service.signalCode !== null) return
      const ended = new Promise((resolve) => service?.once('exit', resolve))
      service.ref() // or nothing might keep this process waiting
      service.kill('SIGKILL')
      await ended
    },
    freeze() {
      if (!service?.pid) return
      service.kill('SIGSTOP')
      while (!isStopped(service.pid)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
    },
    thaw: () => void service?.kill('SIGCONT'),
  }
}

/** Each of its threads, for they stop one after the other. */
const isStopped = (pid: number): boolean =>
  readdirSync(`/proc/${pid}/task`).every((thread) => {
    const [, state] = /^\d+ \(.*\) (\w)/s.exec(readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')) ?? []
    return state === 'T'
  })

function acceptsConnections(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = request({ socketPath, path: '/_ping', timeout: 1_000 }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    asked.on('error', () => resolve(false))
    asked.end()
  })
}

/** Answers what it said. */
export function runProgram(
  program: string,
  args: readonly string[],
  options: SpawnOptions & { input?: Buffer },
): string {
  const ran = spawnSync(program, args, { ...options, encoding: 'utf8' })
  if (ran.status !== 0) throw new Error(`${program} ${args.join(' ')}: ${ran.stderr}`, { cause: ran.error })
  return String(ran.stdout).trim()
}

/** For what takes long: meanwhile the process of the tests does not stand still. */
export async function runLong(
  program: string,
  args: readonly string[],
  options: { env?: NodeJS.ProcessEnv; cwd?: string },
): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, { ...options, maxBuffer: 2 ** 26 })
  return stdout.trim()
}

/** However the tests end, even by a kill: `script` then runs, with `args` as `$1`, `$2` … */
export function afterProcess(pid: number, script: string, args: readonly string[], env: NodeJS.ProcessEnv): void {
  const waiting = `pid="$1"; shift; while kill -0 "$pid"; do sleep 1; done; ${script}`
  spawn('sh', ['-c', waiting, 'guard', String(pid), ...args], { env, detached: true, stdio: 'ignore' }).unref()
}

/** A line of shell: what is mounted in the folder would keep it from being removed. */
export const unmountBelow = (folder: string): string =>
  `cut -d ' ' -f 2 /proc/mounts | grep "^${folder}/" | sort -r | xargs -r umount -l`
