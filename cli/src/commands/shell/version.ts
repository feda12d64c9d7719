import { version } from '../../../../sdks/typescript/src/version.ts'
import { words } from '../../terminal/terminal.ts'
import type { Command } from '../command.ts'

export const command: Command = {
  summary: 'Print the version, which is that of the API',
  usage: '',
  examples: [['version', 'such as 1.4.2']],
  async run({ output }) {
    const details = { version, node: process.versions.node, platform: `${process.platform}-${process.arch}` }
    if (output.isJson) return output.json(details)
    if (output.isQuiet) return output.line(words`${version}`)
    output.line(words`svc ${version} on Node ${details.node}, ${details.platform}`)
  },
}
