/** `svc` as a person runs it: in a pseudo-terminal, or with pipes. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildDist } from '../build.ts'
import { Screen } from './screen.ts'

export const terminalProgram = join(import.meta.dirname, 'terminal.py')

/** Why there are no pseudo-terminals here; undefined if there are. */
export const missingPython =
  spawnSync('python3', ['-c', 'import pty, os; os.waitstatus_to_exitcode']).status === 0
    ? undefined
    : 'Python 3.9 or newer is not installed'

export type Settings = {
  env?: Record<string, string | undefined>
  cwd?: string
  /** Goes to stdin. */
  input?: string
  /** What is run instead of what is built. */
  program?: readonly [string, ...string[]]
}

export type Result = { code: number | null; stdout: string; stderr: string }

const folder = mkdtempSync(join(tmpdir(), 'svc-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const home = join(folder, 'home')
mkdirSync(home)

/** The program as it is published, which starts faster than the sources. */
export const builtProgram: readonly [string, string] = [process.execPath, await buildDist(join(folder, 'dist'))]

/** Nothing of the person who runs the tests: a home of its own, no keys, a terminal that can do everything. */
export const environment = (env: Settings['env'] = {}): NodeJS.ProcessEnv => {
  const { PATH } = process.env
  return { PATH, HOME: home, TERM: 'xterm-256color', LANG: 'C.UTF-8', PYTHONCOERCECLOCALE: '0', ...env }
}

export function startSvc(words: readonly string[], { env, cwd, program = builtProgram }: Settings = {}): ChildProcess {
  const [command, ...before] = program
  return spawn(command, [...before, ...words], { env: environment(env), cwd: cwd ?? home, stdio: 'pipe' })
}

/** With pipes, as a script does. */
export async function svc(words: readonly string[], settings: Settings = {}): Promise<Result> {
  const child = startSvc(words, settings)
  const result = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]!.setEncoding('utf8').on('data', (text: string) => {
      result[name] += text
    })
  }
  child.stdin!.on('error', () => {})
  child.stdin!.end(settings.input ?? '')
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...result }
}

/** So many at a time, in the order given. */
export async function severalAtOnce<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items]
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item)
  }
  await Promise.all([worker(), worker(), worker(), worker()])
}

/** A terminal that shows nothing new for so long will not. */
const showMs = 45_000

type Size = { columns?: number; rows?: number }

/** A session at a terminal, which may be narrow. */
export class TerminalSession {
  readonly screen: Screen
  readonly ended: Promise<number | null>
  /** Everything that was sent to the terminal. */
  output = ''
  readonly #child: ChildProcess
  #fault: unknown

  constructor(words: readonly string[], { columns = 100, rows = 30, ...settings }: Settings & Size = {}) {
    const [command, ...before] = settings.program ?? builtProgram
    this.screen = new Screen(columns)
    this.#child = spawn('python3', [terminalProgram, `${columns}`, `${rows}`, command, ...before, ...words], {
      env: environment(settings.env),
      cwd: settings.cwd ?? home,
      stdio: 'pipe',
    })
    this.#child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      this.output += text
      try {
        this.screen.write(text)
      } catch (error) {
        this.#fault ??= error
      }
    })
    this.#child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      this.output += text
    })
    this.ended = once(this.#child, 'close').then(([code]) => code as number | null)
  }

  press(keys: string): void {
    this.#child.stdin!.write(`${JSON.stringify({ keys })}\n`)
  }

  resize(columns: number, rows: number): void {
    this.#child.stdin!.write(`${JSON.stringify({ size: [columns, rows] })}\n`)
  }

  /** Resolves once the terminal shows it. */
  async shows(text: string | RegExp): Promise<string> {
    const isThere = () => (typeof text === 'string' ? this.screen.text.includes(text) : text.test(this.screen.text))
    let hasEnded = false
    void this.ended.then(() => {
      hasEnded = true
    })
    const signal = AbortSignal.timeout(showMs)
    while (!isThere()) {
      if (this.#fault) throw this.#fault
      if (signal.aborted) throw new Error(`It does not show ${text}, but\n${this.screen.text}`)
      if (hasEnded) throw new Error(`It ended without showing ${text}:\n${this.output}`)
      await Promise.race([once(this.#child.stdout!, 'data', { signal }).catch(() => {}), this.ended])
    }
    return this.screen.text
  }

  /** The exit code, and what the terminal shows then. A control sequence that is not svc's own is thrown. */
  async end(): Promise<{ code: number | null; shown: string }> {
    const code = await this.ended
    if (this.#fault) throw this.#fault
    return { code, shown: this.screen.text }
  }
}

export const inTerminal = (words: readonly string[], settings: Settings & Size = {}): TerminalSession =>
  new TerminalSession(words, settings)
