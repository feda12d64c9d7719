import type { Hub } from '../../../../sdks/typescript/src/index.ts'
import { apiNames } from '../../services/services.ts'
import { type Column, detailLines, type Style, styled, words } from '../../terminal/terminal.ts'
import { commandOf } from '../actions.ts'
import type { Context } from '../command.ts'
import { intensity, minute, usd } from '../format.ts'
import { rememberNames } from '../known-names.ts'

const styles: Record<string, Style> = { ready: 'green', draining: 'yellow', unreachable: 'red', disabled: 'dim' }

const columns: readonly Column<Hub>[] = [
  { title: 'HUB', cell: ({ hub }) => hub },
  { title: 'COUNTRY', cell: ({ country }) => country, dispensable: 3 },
  { title: 'STATE', cell: ({ state }) => styled(styles[state], state), dispensable: 1 },
  {
    title: 'g/kWh',
    cell: ({ carbonIntensityGco2Kwh }) => intensity(carbonIntensityGco2Kwh),
    align: 'right',
    dispensable: 2,
  },
  { title: 'GRADE', cell: ({ carbonScore }) => carbonScore },
  {
    title: 'RENEWABLE',
    cell: ({ renewablePercentage }) => (renewablePercentage === null ? '' : `${Math.round(renewablePercentage)} %`),
    align: 'right',
    dispensable: 5,
  },
  {
    title: 'FREE',
    cell: ({ gpus }) => gpus.map(({ gpuType, free, total }) => `${free}/${total} ${gpuType}`).join(', '),
    flexible: true,
    dispensable: 4,
  },
]

export const command = commandOf('hubs', {
  summary: 'List hubs, or show one',
  examples: [
    ['hubs', 'all'],
    ['hubs --region eu --gpu H100', 'those in the EU that have such GPUs'],
    ['hubs get se-north-1', 'one, with its operator, GPUs and prices'],
  ],
  options: [
    { name: 'region', short: 'r', value: 'REGION', help: 'Only those in a country, a group of countries, or a hub' },
    { name: 'gpu', short: 'g', value: 'TYPE', help: 'Only those with this type of GPU' },
  ],
  actions: {
    list: { usage: '[options]', takes: [0, 0], run: (_, context) => list(context) },
    get: { usage: 'HUB', takes: [1, 1], completes: ['hubs'], run: ([hub = ''], context) => show(hub, context) },
  },
})

async function list({ input, output, compute, env }: Context): Promise<void> {
  const [region, gpuType] = [input.text('region'), input.text('gpu')]
  const query = { limit: 200, ...(region !== undefined && { region }), ...(gpuType !== undefined && { gpuType }) }
  const hubs = await (await compute()).hubs.list(query).toArray()
  rememberNames(
    env,
    'hubs',
    hubs.map(({ hub }) => hub),
  )
  rememberNames(
    env,
    'gpus',
    hubs.flatMap(({ gpus }) => gpus.map((one) => one.gpuType)),
  )
  if (output.isJson) return output.json(apiNames({ hubs, nextCursor: null }))
  if (output.isQuiet) return output.lines(hubs.map(({ hub }) => words`${hub}`))
  if (hubs.length === 0) return output.note(words`No hub is like that.`)
  output.table(hubs, columns)
}

async function show(name: string, { output, compute }: Context): Promise<void> {
  const hub = await (await compute()).hubs.get(name)
  if (output.isJson) return output.json(apiNames(hub))
  if (output.isQuiet) return output.line(words`${hub.hub}`)
  const { operator, renewablePercentage } = hub
  output.lines(
    detailLines([
      ['hub', hub.hub],
      ['name', hub.name],
      ['country', hub.country],
      ['state', styled(styles[hub.state], hub.state)],
      ['last seen', hub.seenAt && minute(hub.seenAt)],
      ['engine', hub.simulated ? `${hub.engine}: nothing really runs` : hub.engine],
      ['operator', operator.entity],
      [
        'law of',
        operator.jurisdiction === operator.parentJurisdiction
          ? operator.jurisdiction
          : `${operator.jurisdiction}, parent ${operator.parentJurisdiction}`,
      ],
      ['grid', `${hub.gridZone}, ${intensity(hub.carbonIntensityGco2Kwh)} gCO2e/kWh, grade ${hub.carbonScore}`],
      ['renewable', renewablePercentage === null ? null : `${Math.round(renewablePercentage)} %`],
      ['source', `${hub.carbonSource}, ${minute(hub.carbonAsOf)}${hub.carbonEstimated ? ', an estimate' : ''}`],
      ['PUE', hub.pue],
      ['nodes', hub.dedicatedNodes ? `${hub.nodes}, of your own` : hub.nodes],
    ]),
  )
  output.line(words``)
  output.table(hub.gpus, [
    { title: 'GPU', cell: ({ gpuType }) => gpuType },
    { title: 'FREE', cell: ({ free }) => `${free}`, align: 'right' },
    { title: 'TOTAL', cell: ({ total }) => `${total}`, align: 'right' },
    { title: '$/GPU-H', cell: ({ priceUsdPerGpuHour }) => usd(priceUsdPerGpuHour).slice(1), align: 'right' },
  ])
}
