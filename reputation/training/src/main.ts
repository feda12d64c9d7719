/**
 * `npm run train sentiment` and `npm run train names` write the models that ship. The data are those of `TEST_DATA_DIR`
 * or of `--data DIR`.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readHeadlineMentions } from './headline-mentions.ts'
import { ownLabels, readTitles, readTrainingTexts } from './labelled-texts.ts'
import { readCompanies, readNamed } from './named-texts.ts'
import { trainNames } from './names.ts'
import { trainSentiment } from './sentiment.ts'
import { readStyledTitles } from './styled-titles.ts'

const models = join(import.meta.dirname, '..', '..', 'server', 'models')

type Train = (dataFolder: string, say: (line: string) => void) => Uint8Array

const programs: Record<string, Train> = {
  sentiment: (folder, say) =>
    trainSentiment(
      {
        labelled: readTrainingTexts(folder),
        styled: readStyledTitles(folder),
        unlabelled: readHeadlineMentions(folder, readCompanies(folder)),
      },
      say,
    ).bytes,
  names: (folder, say) =>
    trainNames(
      {
        titles: readTitles(folder),
        sentences: [...new Set(readTrainingTexts(folder).map(({ text }) => text))],
        companies: readCompanies(folder),
        labelled: readNamed(ownLabels),
      },
      say,
    ),
}

const [name = '', flag, folder] = process.argv.slice(2)
const dataFolder = flag === '--data' ? folder : process.env.TEST_DATA_DIR
const program = Object.hasOwn(programs, name) ? programs[name] : undefined
if (!program || !dataFolder) {
  const names = Object.keys(programs).join('|')
  console.error(`Usage: npm run train <${names}> [-- --data DIR]; without --data, TEST_DATA_DIR names the data.`)
  process.exitCode = 2
} else {
  const begun = performance.now()
  const bytes = program(dataFolder, console.log)
  mkdirSync(models, { recursive: true })
  const file = join(models, `${name}.bin`)
  writeFileSync(file, bytes)
  const seconds = ((performance.now() - begun) / 1_000).toFixed(0)
  console.log(`${file}: ${(bytes.length / 1e6).toFixed(2)} MB, ${seconds} s`)
}
