/** A program in a process of its own: what it says, and how it ends. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

export type StartedProgram = {
  child: ChildProcess
  exited: Promise<{ code: number | null; output: string }>
  /** Resolves once it has said that; rejects if it ends before. */
  says(words: RegExp): Promise<RegExpExecArray>
}

const running = new Set<ChildProcess>()

/** TypeScript, by type stripping. Its channel tells it when the test is gone. */
export function startProgram(path: string, words: readonly string[], env: NodeJS.ProcessEnv): StartedProgram {
  const child = spawn(process.execPath, [path, ...words], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  running.add(child)
  const output = { text: '' }
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output.text += text
    })
  }
  const exited = once(child, 'close').then(([code]) => {
    running.delete(child)
    return { code: code as number | null, output: output.text }
  })
  const ended = (words: RegExp) => Promise.reject(new Error(`It ended without saying ${words}: ${output.text}`))
  const says = async (words: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const found = words.exec(output.text)
      if (found) return found
      const heard = new AbortController()
      const { signal } = heard
      const more = [once(child.stdout!, 'data', { signal }), once(child.stderr!, 'data', { signal })]
      await Promise.race([...more, exited.then(() => ended(words))]).finally(() => heard.abort())
    }
  }
  return { child, exited, says }
}

/** Those that a failed test has left behind. */
export function killStarted(): void {
  for (const child of running) child.kill('SIGKILL')
}
