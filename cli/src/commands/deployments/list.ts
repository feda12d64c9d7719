import type { DeploymentStatus } from '../../../../sdks/typescript/src/index.ts'
import { usageError } from '../../exit-code.ts'
import { apiNames } from '../../services/services.ts'
import { words } from '../../terminal/terminal.ts'
import type { Command } from '../command.ts'
import { rememberNames } from '../known-names.ts'
import { readUpTo } from '../read-up-to.ts'
import { deploymentColumns } from './show-deployment.ts'

const statuses: readonly DeploymentStatus[] = [
  'scheduled',
  'provisioning',
  'running',
  'degraded',
  'failing_over',
  'stopping',
  'stopped',
  'failed',
]

export const command: Command = {
  summary: 'List your deployments, the newest first',
  usage: '[options]',
  examples: [
    ['list', 'the last fifty'],
    ['list --status running,degraded', 'what runs'],
    ['list --label team=search --label stage', 'with this label, and with a label of this name'],
    ['stop $(svc list -q --status running)', 'stop everything that runs'],
    ["list --all --json | jq -r '.deployments[].endpoint'", 'the addresses of all'],
  ],
  options: [
    { name: 'status', value: 'STATUS,…', help: 'Only those with one of these statuses', choices: statuses },
    {
      name: 'label',
      short: 'l',
      value: 'NAME[=VALUE]',
      isMany: true,
      help: 'Only those with this label; all of several',
    },
    { name: 'limit', short: 'n', value: 'N', help: 'At most so many; 50 unless given' },
    { name: 'all', help: 'All of them' },
  ],
  async run({ input, output, compute, env }) {
    const status = input.text('status')?.split(',')
    const label = input.many('label')
    const unknown = status?.find((one) => !statuses.includes(one as DeploymentStatus))
    if (unknown !== undefined) throw usageError(`There is no status "${unknown}".`, `There are ${statuses.join(', ')}.`)
    const limit = input.has('all') ? Number.POSITIVE_INFINITY : (input.wholeNumber('limit', { min: 1, max: 1e6 }) ?? 50)
    const query = {
      limit: Math.min(200, limit),
      ...(status && { status: status as DeploymentStatus[] }),
      ...(label.length > 0 && { label: [...label] }),
    }
    const list = (await compute()).deployments.list(query)
    const { items: deployments, nextCursor } = await readUpTo(list, ({ deployments }) => deployments, limit)
    rememberNames(
      env,
      'deployments',
      deployments.flatMap(({ deploymentId, name }) => (name ? [deploymentId, name] : [deploymentId])),
    )
    if (output.isJson) return output.json(apiNames({ deployments, nextCursor }))
    if (output.isQuiet) return output.lines(deployments.map(({ deploymentId }) => words`${deploymentId}`))
    if (deployments.length === 0) {
      const isNarrowed = status !== undefined || label.length > 0
      return output.note(
        isNarrowed ? words`No deployments match.` : words`There are no deployments yet: svc help deploy`,
      )
    }
    output.table(deployments, deploymentColumns)
    if (nextCursor) output.note(words`These are the newest ${deployments.length}; --all lists all.`)
  },
}
