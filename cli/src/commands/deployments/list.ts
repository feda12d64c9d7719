import type { DeploymentSummary } from '../../../../sdks/typescript/src/index.ts'
import { usageError } from '../../exit-code.ts'
import { apiNames } from '../../services/services.ts'
import { words } from '../../terminal/terminal.ts'
import type { Command } from '../command.ts'
import { rememberNames } from '../known-names.ts'
import { readUpTo } from '../read-up-to.ts'
import { deploymentColumns } from './show-deployment.ts'

const statuses = ['scheduled', 'provisioning', 'running', 'degraded', 'failing_over', 'stopping', 'stopped', 'failed']

export const command: Command = {
  summary: 'List your deployments, the newest first',
  usage: '[options]',
  examples: [
    ['list', 'the last fifty'],
    ['list --status running,degraded', 'what runs'],
    ['stop $(svc list -q --status running)', 'stop everything that runs'],
    ["list --all --json | jq -r '.deployments[].endpoint'", 'the addresses of all'],
  ],
  options: [
    { name: 'status', value: 'STATUS,…', help: 'Only those with one of these statuses', choices: statuses },
    { name: 'limit', short: 'n', value: 'N', help: 'At most so many; 50 unless given' },
    { name: 'all', help: 'All of them' },
  ],
  async run({ input, output, compute, env }) {
    const wanted = input.text('status')?.split(',')
    const unknown = wanted?.find((status) => !statuses.includes(status))
    if (unknown !== undefined) throw usageError(`There is no status "${unknown}".`, `There are ${statuses.join(', ')}.`)
    const limit = input.has('all') ? Number.POSITIVE_INFINITY : (input.wholeNumber('limit', { min: 1, max: 1e6 }) ?? 50)
    const isWanted = ({ status }: DeploymentSummary) => wanted?.includes(status) ?? true
    const list = (await compute()).deployments.list({ limit: Math.min(200, limit) })
    const { items: deployments, nextCursor } = await readUpTo(list, ({ deployments }) => deployments, limit, isWanted)
    rememberNames(
      env,
      'deployments',
      deployments.flatMap(({ deploymentId, name }) => (name ? [deploymentId, name] : [deploymentId])),
    )
    if (output.isJson) return output.json(apiNames({ deployments, nextCursor }))
    if (output.isQuiet) return output.lines(deployments.map(({ deploymentId }) => words`${deploymentId}`))
    if (deployments.length === 0) {
      return output.note(wanted ? words`None has that status.` : words`There are no deployments yet: svc help deploy`)
    }
    output.table(deployments, deploymentColumns)
    if (nextCursor) output.note(words`These are the newest ${deployments.length}; --all lists all.`)
  },
}
