import { apiNames } from '../../services/services.ts'
import { words } from '../../terminal/terminal.ts'
import type { Command } from '../command.ts'
import { endDeployments, endOptions, endShape } from './end-deployments.ts'
import { isOver } from './show-deployment.ts'

export const command: Command = {
  ...endShape,
  summary: 'Stop deployments; what they used is kept',
  usage: 'ID|NAME... [options]',
  examples: [
    ['stop chat', 'one, and wait until it has stopped'],
    ['stop $(svc list -q --status running)', 'all that run'],
    ['stop chat --no-wait', 'without waiting'],
  ],
  options: endOptions,
  async run(context) {
    const { output, compute } = context
    const client = await compute()
    await endDeployments(context, {
      doing: 'stopping',
      end: async (id, waitSeconds) => {
        const deployment = await client.deployments.stop(id, { waitSeconds })
        return { isEnded: isOver(deployment), shown: apiNames(deployment) }
      },
      done: (id) => {
        if (!output.isJson) output.line(output.isQuiet ? words`${id}` : words`${id} is stopped.`)
      },
    })
  },
}
