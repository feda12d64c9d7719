import type { Price } from '../../../../sdks/typescript/src/index.ts'
import { apiNames } from '../../services/services.ts'
import { type Column, words } from '../../terminal/terminal.ts'
import type { Command } from '../command.ts'
import { usd } from '../format.ts'
import { rememberNames } from '../known-names.ts'

const columns: readonly Column<Price>[] = [
  { title: 'GPU', cell: ({ gpuType }) => gpuType },
  { title: 'FROM $/GPU-H', cell: ({ lowestUsdPerGpuHour }) => price(lowestUsdPerGpuHour), align: 'right' },
  { title: 'TO', cell: ({ highestUsdPerGpuHour }) => price(highestUsdPerGpuHour), align: 'right', dispensable: 4 },
  { title: 'CHEAPEST', cell: ({ cheapestHub }) => cheapestHub ?? 'no hub has it', dispensable: 2 },
  { title: 'FREE', cell: ({ free }) => `${free}`, align: 'right', dispensable: 3 },
  { title: 'HUBS', cell: ({ hubs }) => `${hubs}`, align: 'right', dispensable: 5 },
  { title: 'MEMORY', cell: ({ memoryGb }) => `${memoryGb} GB`, align: 'right', dispensable: 6 },
  { title: 'WATTS', cell: ({ tdpWatts }) => `${tdpWatts}`, align: 'right', dispensable: 7 },
]

const price = (amount: number | null): string => (amount === null ? '' : usd(amount).slice(1))

export const command: Command = {
  summary: 'List types of GPU with their prices',
  usage: '[options]',
  examples: [
    ['pricing', 'all'],
    ['pricing --gpu H100 --region eu', 'one, in the EU'],
  ],
  options: [
    {
      name: 'region',
      short: 'r',
      value: 'REGION',
      help: 'Only at hubs in a country, a group of countries, or at a hub',
    },
    { name: 'gpu', short: 'g', value: 'TYPE', help: 'Only this type, by any common name' },
  ],
  async run({ input, output, compute, env }) {
    const [region, gpuType] = [input.text('region'), input.text('gpu')]
    const query = { limit: 200, ...(region !== undefined && { region }), ...(gpuType !== undefined && { gpuType }) }
    const prices = await (await compute()).pricing.list(query).toArray()
    rememberNames(
      env,
      'gpus',
      prices.map((one) => one.gpuType),
    )
    if (output.isJson) return output.json(apiNames({ currency: 'USD', unit: 'gpu-hour', prices, nextCursor: null }))
    if (output.isQuiet) return output.lines(prices.map((one) => words`${one.gpuType}`))
    output.table(prices, columns)
    if (prices.some(({ simulated }) => simulated)) output.note(words`Hubs are simulated: nothing really runs.`)
  },
}
