import type { CarbonForecast, CarbonIntensity } from '../../../../sdks/typescript/src/index.ts'
import { usageError } from '../../exit-code.ts'
import { apiNames } from '../../services/services.ts'
import { chartLines, detailLines, type Terminal, words } from '../../terminal/terminal.ts'
import type { Command, Output } from '../command.ts'
import { intensity as grams, minute } from '../format.ts'

export const command: Command = {
  summary: 'Show how clean the grid of a country is, now or in the next hours',
  usage: 'COUNTRY [options]',
  examples: [
    ['carbon SE', 'now'],
    ['carbon DE --forecast', 'the next 24 hours, as a chart'],
    ['carbon DE --forecast --hours 48 --json | jq -r .cleanest_hour', 'when it is cleanest'],
  ],
  options: [
    { name: 'forecast', help: 'The next hours; a chart at a terminal, otherwise a line for each hour' },
    { name: 'hours', value: 'N', help: 'How many hours: 24 unless given' },
  ],
  takes: [1, 1],
  completes: 'countries',
  async run({ input, output, terminal, compute }) {
    const country = input.first
    if (!/^[a-z]{2}$/i.test(country))
      throw usageError(`"${country}" is no country code.`, 'Two letters, such as SE or DE.')
    const hours = input.wholeNumber('hours', { min: 1, max: 168 })
    const { carbon } = await compute()
    if (!input.has('forecast') && hours === undefined) return showNow(await carbon.get(country), output)
    showForecast(await carbon.forecast(country, { hours: hours ?? 24 }), output, terminal)
  },
}

function showNow(intensity: CarbonIntensity, output: Output) {
  if (output.isJson) return output.json(apiNames(intensity))
  const { carbonIntensityGco2Kwh, renewablePercentage, carbonScore, method, source, asOf, estimated } = intensity
  if (output.isQuiet) return output.line(words`${carbonIntensityGco2Kwh}`)
  output.lines(
    detailLines([
      ['country', intensity.country],
      ['grid zone', intensity.zone],
      ['intensity', `${grams(carbonIntensityGco2Kwh)} gCO2e/kWh (${intensity.scope}, ${intensity.basis})`],
      ['grade', carbonScore],
      ['renewable', renewablePercentage === null ? null : `${Math.round(renewablePercentage)} %`],
      ['as of', `${minute(asOf)}${estimated ? ', an estimate' : ''}`],
      ['method', method],
      ['source', source],
    ]),
  )
  output.note(words`${intensity.credit}`)
}

function showForecast(forecast: CarbonForecast, output: Output, terminal: Terminal) {
  if (output.isJson) return output.json(apiNames(forecast))
  const { hours, cleanestHour, meanGco2Kwh, country, method } = forecast
  if (output.isQuiet) return output.line(words`${cleanestHour}`)
  const { stdout, isUnicode } = terminal
  if (stdout.isTerminal) {
    const lowest = Math.min(...hours.map((hour) => hour.carbonIntensityGco2Kwh))
    const points = hours.map(({ from, carbonIntensityGco2Kwh }) => ({
      value: carbonIntensityGco2Kwh,
      label: `${from.slice(11, 13)}h`,
      isMarked: carbonIntensityGco2Kwh === lowest,
    }))
    output.lines(
      chartLines(points, { columns: stdout.columns, isUnicode, unit: `gCO2e/kWh, ${country}, hours in UTC` }),
    )
  } else {
    output.table(hours, [
      { title: 'HOUR', cell: ({ from }) => from },
      { title: 'g/kWh', cell: ({ carbonIntensityGco2Kwh }) => grams(carbonIntensityGco2Kwh), align: 'right' },
    ])
  }
  const isFlat = method === 'annual-mean'
  if (isFlat) output.note(words`The mean of a year: no forecast of the hours is known for ${country}.`)
  else output.line(words`Cleanest at ${minute(cleanestHour)}; ${grams(meanGco2Kwh)} gCO2e/kWh on average.`)
  output.note(words`${forecast.credit}`)
}
