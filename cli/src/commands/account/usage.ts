import type { DeploymentUsage } from '../../../../sdks/typescript/src/index.ts'
import { usageError } from '../../exit-code.ts'
import { apiNames } from '../../services/services.ts'
import { type Column, detailLines, styled, words } from '../../terminal/terminal.ts'
import type { Command } from '../command.ts'
import { minute, usd } from '../format.ts'

const columns: readonly Column<DeploymentUsage>[] = [
  { title: 'ID', cell: ({ deploymentId }) => deploymentId },
  { title: 'NAME', cell: ({ name }) => name ?? '', flexible: true, dispensable: 3 },
  { title: 'GPU', cell: ({ gpuType }) => gpuType, dispensable: 4 },
  { title: 'GPU-H', cell: ({ gpuHours }) => gpuHours.toFixed(2), align: 'right' },
  { title: 'USD', cell: ({ costUsd }) => costUsd.toFixed(2), align: 'right', dispensable: 1 },
  { title: 'gCO2e', cell: ({ gco2 }) => gco2.toFixed(1), align: 'right', dispensable: 2 },
  { title: 'AVOIDED', cell: ({ avoidedGco2 }) => avoidedGco2.toFixed(1), align: 'right', dispensable: 5 },
]

export const command: Command = {
  summary: 'Show the GPU-hours, cost and emissions of a month',
  usage: '[options]',
  examples: [
    ['usage', 'this month'],
    ['usage --month 2026-10', 'another'],
    ['usage --deployments', 'what each deployment used'],
  ],
  options: [
    { name: 'month', short: 'm', value: 'YYYY-MM', help: 'A calendar month, UTC' },
    { name: 'deployments', short: 'd', help: 'What each deployment used, too' },
  ],
  async run({ input, output, compute }) {
    const month = input.text('month')
    if (month !== undefined && !/^\d{4}-(0[1-9]|1[0-2])$/.test(month))
      throw usageError(`"${month}" is no month.`, 'Such as --month 2026-10.')
    const client = await compute()
    const query = { limit: 200, ...(month !== undefined && { month }) }
    const whole = await client.usage.get(query)
    const wantsAll = input.has('deployments') && whole.nextCursor !== null
    const deployments = wantsAll ? await client.usage.deployments(query).toArray() : whole.deployments
    if (output.isJson)
      return output.json(apiNames({ ...whole, deployments, nextCursor: wantsAll ? null : whole.nextCursor }))
    if (output.isQuiet) return output.line(words`${whole.usedGpuHours}`)
    const { usage, simulated, hoursEndAt, exhaustedAt } = whole
    output.lines(
      detailLines([
        ['month', whole.month],
        [
          'GPU-hours',
          `${whole.usedGpuHours.toFixed(2)} of ${whole.limitGpuHours}, ${whole.leftGpuHours.toFixed(2)} left`,
        ],
        ['running', `${whole.gpusRunning} GPUs`],
        ['hours end', hoursEndAt && minute(hoursEndAt)],
        ['exhausted', exhaustedAt && styled('red', minute(exhaustedAt))],
        ['begins again', minute(whole.resetsAt)],
        ['cost', usd(usage.costUsd)],
        ['emissions', `${usage.gco2.toFixed(1)} gCO2e, ${usage.avoidedGco2.toFixed(1)} avoided`],
        [
          'simulated',
          simulated.gpuHours === 0
            ? null
            : `${simulated.gpuHours.toFixed(2)} GPU-hours, ${usd(simulated.costUsd)}, ${simulated.gco2.toFixed(1)} gCO2e; they do not count`,
        ],
      ]),
    )
    if (!input.has('deployments')) return
    output.line(words``)
    if (deployments.length > 0) output.table(deployments, columns)
    else output.note(words`No deployment used anything.`)
  },
}
