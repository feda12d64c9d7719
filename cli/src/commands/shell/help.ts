import { CommandFailure, exitCode } from '../../exit-code.ts'
import { words } from '../../terminal/terminal.ts'
import type { Command } from '../command.ts'
import { nearest } from '../nearest.ts'
import { helpOf, overview, topics } from './help-text.ts'

export const command: Command = {
  summary: 'Show how a command is used',
  usage: '[COMMAND | exit-codes | environment]',
  examples: [
    ['help', 'every command'],
    ['help deploy', 'one command'],
    ['help exit-codes', 'what svc ends with, for scripts'],
  ],
  takes: [0, 1],
  async run({ input, output, commands }) {
    const name = input.first
    if (name === '') return output.lines(overview(commands))
    const topic = topics[name]
    if (topic)
      return output.lines(
        topic
          .trim()
          .split('\n')
          .map((line) => words`${line}`),
      )
    const entry = commands.find((one) => one.name === name && one.group !== '')
    if (entry) return output.lines(helpOf(name, (await entry.load()).command))
    const close = nearest(name, [...commands.map((one) => one.name), ...Object.keys(topics)])
    throw new CommandFailure(exitCode.usage, `There is no command "${name}".`, close && `Did you mean ${close}?`)
  },
}
