import type { Region } from '../../../../sdks/typescript/src/index.ts'
import { apiNames } from '../../services/services.ts'
import { type Column, words } from '../../terminal/terminal.ts'
import type { Command } from '../command.ts'
import { intensity } from '../format.ts'
import { rememberNames } from '../known-names.ts'

const columns: readonly Column<Region>[] = [
  { title: 'REGION', cell: ({ region }) => region },
  { title: 'NAME', cell: ({ name }) => name, flexible: true, dispensable: 3 },
  { title: 'HUBS', cell: ({ hubs }) => `${hubs}`, align: 'right', dispensable: 2 },
  {
    title: 'g/kWh',
    cell: ({ carbonIntensityGco2Kwh }) => (carbonIntensityGco2Kwh === null ? '' : intensity(carbonIntensityGco2Kwh)),
    align: 'right',
  },
  {
    title: 'RENEWABLE',
    cell: ({ renewablePercentage }) => (renewablePercentage === null ? '' : `${Math.round(renewablePercentage)} %`),
    align: 'right',
    dispensable: 4,
  },
  {
    title: 'CLEANEST',
    cell: ({ cleanestHub }) => (cleanestHub ? `${cleanestHub.hub} (${cleanestHub.carbonScore})` : ''),
    dispensable: 1,
  },
  { title: 'GPUS', cell: ({ gpuTypes }) => gpuTypes.join(', '), flexible: true, dispensable: 5 },
]

export const command: Command = {
  summary: 'List regions with their carbon intensity',
  usage: '[options]',
  examples: [
    ['regions', 'groups such as eu, and countries'],
    ["regions --json | jq '.regions | min_by(.carbon_intensity_gco2_kwh).region'", 'the cleanest'],
  ],
  async run({ output, compute, env }) {
    const regions = await (await compute()).regions.list({ limit: 200 }).toArray()
    rememberNames(
      env,
      'regions',
      regions.map(({ region }) => region),
    )
    if (output.isJson) return output.json(apiNames({ regions, nextCursor: null }))
    if (output.isQuiet) return output.lines(regions.map(({ region }) => words`${region}`))
    output.table(regions, columns)
  },
}
