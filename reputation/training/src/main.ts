/** `npm run train sentiment` writes the model that ships; the data are those of `TEST_DATA_DIR` or `--data DIR`. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readTrainingTexts } from './labelled-texts.ts'
import { trainSentiment } from './sentiment.ts'
import { readStyledTitles } from './styled-titles.ts'

const models = join(import.meta.dirname, '..', '..', 'server', 'models')

function train(dataFolder: string, modelFile: string): void {
  const begun = performance.now()
  const { bytes } = trainSentiment(
    { labelled: readTrainingTexts(dataFolder), styled: readStyledTitles(dataFolder) },
    console.log,
  )
  mkdirSync(dirname(modelFile), { recursive: true })
  writeFileSync(modelFile, bytes)
  const seconds = ((performance.now() - begun) / 1_000).toFixed(0)
  console.log(`${modelFile}: ${(bytes.length / 1e6).toFixed(2)} MB, ${seconds} s`)
}

const [name, flag, folder] = process.argv.slice(2)
const dataFolder = flag === '--data' ? folder : process.env.TEST_DATA_DIR
if (name !== 'sentiment' || !dataFolder) {
  console.error('Usage: npm run train sentiment [-- --data DIR]; without --data, TEST_DATA_DIR names the data.')
  process.exitCode = 2
} else train(dataFolder, join(models, 'sentiment.bin'))
