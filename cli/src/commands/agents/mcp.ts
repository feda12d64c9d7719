import { loadBridge } from '../../services/services.ts'
import { connectionOf } from '../../settings/settings.ts'
import type { Command } from '../command.ts'

export const command: Command = {
  summary: 'Let an agent on this machine use a service, over stdio',
  usage: '[options]',
  examples: [
    ['mcp', 'the compute service, with the key that svc login kept'],
    ['mcp --reputation', 'the reputation service'],
  ],
  options: [{ name: 'reputation', help: 'The reputation service instead of compute' }],
  details:
    'For agents that start programs instead of asking addresses: the key stays with svc, and stands in no configuration of theirs. It speaks ' +
    'the Model Context Protocol and is not for people. Tell the agent to start "svc mcp": "claude mcp add compute -- svc mcp", for example.',
  async run({ input, env, terminal }) {
    const { baseUrl, apiKey } = await connectionOf(
      input.has('reputation') ? 'reputation' : 'compute',
      env,
      input.text('base-url'),
    )
    const { bridgeStdio } = await loadBridge()
    await bridgeStdio({
      url: `${baseUrl}/mcp`,
      apiKey,
      input: terminal.stdin,
      write: (line) => void terminal.stdout.write(`${line}\n`),
    })
  },
}
