import { CommandFailure, exitCode } from '../../exit-code.ts'
import { addressOf } from '../../settings/settings.ts'
import { words } from '../../terminal/terminal.ts'
import type { Command } from '../command.ts'

const timeoutMs = 10_000

export const command: Command = {
  summary: 'Try requests without a key, where the service has a sandbox',
  usage: '[options]',
  examples: [['sandbox', 'prints the address of the sandbox, or what is missing']],
  async run({ input, output, env }) {
    const baseUrl = addressOf('compute', env, input.text('base-url'))
    const address = `${baseUrl}/sandbox/`
    const status = await statusOf(address)
    if (status < 400) {
      if (output.isJson) return output.json({ url: address })
      return output.line(words`${address}`)
    }
    const hint =
      'Without it: svc deploy IMAGE --gpu H100 --dry-run deploys nothing, and the demo (npm start) simulates hubs where it finds no Docker.'
    throw new CommandFailure(
      exitCode.notFound,
      `The service at ${baseUrl} has no sandbox: GET /sandbox/ is ${status}.`,
      hint,
    )
  },
}

async function statusOf(address: string): Promise<number> {
  try {
    const response = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
    await response.body?.cancel()
    return response.status
  } catch (error) {
    const cause = (error as Error).cause
    const why = cause instanceof Error ? cause.message : (error as Error).message
    throw new CommandFailure(exitCode.failure, `GET ${address} failed on the way: ${why}.`)
  }
}
