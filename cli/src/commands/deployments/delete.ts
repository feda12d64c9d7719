import { apiNames } from '../../services/services.ts'
import { words } from '../../terminal/terminal.ts'
import type { Command } from '../command.ts'
import { forgetName } from '../known-names.ts'
import { endDeployments, endOptions, endShape } from './end-deployments.ts'

export const command: Command = {
  ...endShape,
  summary: 'Stop deployments and hide them; their usage is kept',
  usage: 'ID|NAME... [options]',
  examples: [
    ['delete chat', 'one'],
    ['delete $(svc list -q --status failed)', 'all that failed'],
  ],
  options: endOptions,
  details: 'Nothing is asked before: what is deleted runs no more and is in no list, and cannot be brought back.',
  async run(context) {
    const { output, compute, env } = context
    const client = await compute()
    await endDeployments(context, {
      doing: 'being deleted',
      end: async (id, waitSeconds) => {
        const deployment = await client.deployments.delete(id, { waitSeconds })
        const shown = deployment ? apiNames(deployment) : { deployment_id: id, deleted: true }
        return { isEnded: deployment === undefined, shown }
      },
      done: (id) => {
        forgetName(env, 'deployments', id)
        if (!output.isJson) output.line(output.isQuiet ? words`${id}` : words`${id} is deleted.`)
      },
    })
  },
}
