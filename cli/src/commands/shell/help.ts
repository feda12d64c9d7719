import { CommandFailure, exitCode } from '../../exit-code.ts'
import { words } from '../../terminal/terminal.ts'
import type { Command, CommandEntry } from '../command.ts'
import { nearest } from '../nearest.ts'
import { helpJson, helpOf, overview, topics } from './help-text.ts'

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
    if (name === '') return output.isJson ? output.json(overviewJson(commands)) : output.lines(overview(commands))
    const topic = topics[name]?.trim()
    if (topic !== undefined) {
      if (output.isJson) return output.json({ topic: name, text: topic })
      return output.lines(topic.split('\n').map((line) => words`${line}`))
    }
    const entry = commands.find((one) => one.name === name && one.group !== '')
    if (entry) {
      const { command: found } = await entry.load()
      return output.isJson ? output.json(helpJson(name, found)) : output.lines(helpOf(name, found))
    }
    const close = nearest(name, [...commands.map((one) => one.name), ...Object.keys(topics)])
    throw new CommandFailure(exitCode.usage, `There is no command "${name}".`, close && `Did you mean ${close}?`)
  },
}

const overviewJson = (commands: readonly CommandEntry[]) => ({
  commands: commands
    .filter(({ group }) => group !== '')
    .map(({ name, group, summary }) => ({ command: name, group, summary })),
})
