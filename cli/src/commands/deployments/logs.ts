import { usageError } from '../../exit-code.ts'
import { ownText, safeLogLine, styled, words } from '../../terminal/terminal.ts'
import type { Command } from '../command.ts'
import { findDeployment } from './find-deployment.ts'

export const command: Command = {
  summary: 'Print what a deployment writes',
  usage: 'ID|NAME [options]',
  examples: [
    ['logs chat', 'the last thousand lines'],
    ['logs -f chat', 'and then what follows, until it ends'],
    ['logs chat --tail 20 --timestamps', 'the last twenty, with their times'],
    ['logs chat --since 2026-11-20T09:00:00Z --json', 'since then, a JSON object for each line'],
  ],
  options: [
    { name: 'follow', short: 'f', help: 'Go on until it ends; a broken connection is made again' },
    { name: 'tail', short: 'n', value: 'N', help: 'How many of the last lines to begin with: 0 to 10000' },
    { name: 'since', value: 'TIME', help: 'Only what was written after this time: ISO 8601' },
    { name: 'timestamps', short: 't', help: 'Begin each line with its time' },
    { name: 'raw', help: 'Print lines as they were written, control sequences included; not to a terminal' },
  ],
  details: `
A terminal would obey control sequences in the lines, so colours are left out and all others are shown as text (\\x1b).
With --json each line has the fields at, stream, text and position.`,
  takes: [1, 1],
  completes: 'deployments',
  async run({ input, output, terminal, compute, whenInterrupted }) {
    const isRaw = input.has('raw')
    if (isRaw && terminal.stdout.isTerminal)
      throw usageError('--raw is for files and pipes: the terminal would obey it.')
    const since = input.text('since')
    const tail = input.wholeNumber('tail', { min: 0, max: 10_000 })
    const follow = input.has('follow')
    const client = await compute()
    const id = await findDeployment(client, input.first)
    if (follow) whenInterrupted(() => words`${id} goes on: svc logs -f ${id}`)
    const query = { follow, ...(since !== undefined && { since }), ...(tail !== undefined && { tail }) }
    for await (const line of client.deployments.logs(id, query)) {
      if (output.isJson) output.jsonLine(line)
      else {
        const text = isRaw ? line.text : safeLogLine(line.text)
        const time = input.has('timestamps') ? words`${styled('dim', line.at)} ` : words``
        terminal.stdout.write(`${time.render(terminal.stdout.isColoured)}${ownText(text).render(false)}\n`)
      }
    }
  },
}
