/**
 * `npm run train forecast` writes the weights of the forecast of carbon intensities, fitted to the zones of
 * `hourly_2022_111zones.csv` that `split.ts` allots to that; with `-- --check` it compares.
 * The data are those of `TEST_DATA_DIR`, or of `--data DIR`.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fitWeights } from './fit-weights.ts'
import { readZones } from './hourly-file.ts'
import { isFittedTo } from './split.ts'

const file = join(import.meta.dirname, '..', '..', 'domain', 'src', 'carbon', 'forecast-weights.ts')
const { values } = parseArgs({ options: { data: { type: 'string' }, check: { type: 'boolean' } } })
const sampleData = process.env.TEST_DATA_DIR
const folder = values.data ?? (sampleData && join(sampleData, 'carbon'))
if (!folder || !existsSync(folder)) {
  console.error(
    'Usage: npm run train forecast [-- --data DIR --check]; without --data, TEST_DATA_DIR names the sample data.',
  )
  process.exit(2)
}

const zones = readZones(folder, 'hourly_2022_111zones').filter(({ name }) => isFittedTo(name))
const rows = fitWeights(zones).map((weights) => Array.from(weights, (weight) => weight.toFixed(4)).join(' '))
const source = `/**
 * Made by \`npm run train forecast\`: weights with a line for each hour ahead and a column for each signal. Contains
 * information from Electricity Maps, which is made available under the ODbL 1.0.
 */

const zones = \`
${zones.map(({ name }) => name).join('\n')}\`

/** What they were fitted to: nothing that is said of these zones in that year is said of the forecast. */
export const fittedTo = { year: 2022, zones: zones.trim().split('\\n') }

const rows = \`
${rows.join('\n')}\`

export const forecastWeights: readonly Float64Array[] = rows
  .trim()
  .split('\\n')
  .map((row) => Float64Array.from(row.split(' '), Number))
`
if (!values.check) writeFileSync(file, source)
else if (readFileSync(file, 'utf8') !== source) {
  console.error('The fit gives other weights than those that ship.')
  process.exitCode = 1
}
console.log(`${zones.length} zones, ${rows.length} hours ahead`)
