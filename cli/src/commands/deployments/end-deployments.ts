/** What stopping and deleting have in common: several at once, waited for, each with its own result. */
import { CommandFailure, type ExitCode, exitCode } from '../../exit-code.ts'
import { describeFailure } from '../../services/services.ts'
import { words } from '../../terminal/terminal.ts'
import type { Command, Context, Option } from '../command.ts'
import { findDeployment } from './find-deployment.ts'

export const endOptions: readonly Option[] = [
  { name: 'wait', isNegatable: true, help: 'Wait until it has ended (unless --no-wait)' },
  { name: 'timeout', value: 'TIME', help: 'How long to wait, such as 30s; 10m unless given' },
]

export const endShape = { takes: [1, 100], completes: 'deployments' } satisfies Partial<Command>

type End = {
  doing: string
  /** Resolves with whether it has ended within so many seconds; `done` hears of what is shown. */
  end: (id: string, waitSeconds: number) => Promise<{ isEnded: boolean; shown: unknown }>
  done: (id: string) => void
}

/** The service is asked to wait for at most this long at a time. */
const maxWaitSeconds = 30

export async function endDeployments(context: Context, { doing, end, done }: End): Promise<void> {
  const { input, output, compute, whenInterrupted } = context
  const timeoutMs = input.durationMs('timeout') ?? 600_000
  const waits = input.choice('wait') ?? true
  const client = await compute()
  const status = output.status()
  const shown: unknown[] = []
  let code: ExitCode = exitCode.ok
  for (const word of input.words) {
    try {
      const id = await findDeployment(client, word)
      let may = 'may be'
      const takeBack = whenInterrupted(() => words`Interrupted. ${id} ${may} ${doing} all the same: svc get ${id}`)
      const deadline = performance.now() + timeoutMs
      status.say(words`${id}`)
      // Without waiting at first: from its response on it is known what an interruption leaves behind.
      let result = await end(id, 0)
      may = 'is'
      while (!result.isEnded && waits && performance.now() < deadline) {
        status.say(words`${id} is ${doing}`)
        const leftSeconds = Math.ceil(Math.max(0, deadline - performance.now()) / 1000)
        result = await end(id, Math.min(maxWaitSeconds, leftSeconds))
      }
      takeBack()
      if (!result.isEnded && waits)
        throw new CommandFailure(exitCode.timeout, `${id} is still ${doing}.`, `It goes on by itself: svc get ${id}`)
      status.end()
      shown.push(result.shown)
      done(id)
    } catch (error) {
      // The others are ended all the same.
      if (input.words.length === 1) throw error
      status.end()
      const failure = await describeFailure(error)
      if (!failure) throw error
      code ||= failure.code
      context.terminal.stderr.write(`${words`svc: ${word}: ${failure.message}`.render(false)}\n`)
    }
  }
  if (output.isJson) output.json(input.words.length === 1 ? shown[0] : shown)
  if (code !== exitCode.ok) throw new CommandFailure(code, 'Not all of them.')
}
