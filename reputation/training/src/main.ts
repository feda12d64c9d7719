/**
 * `npm run train sentiment`, `npm run train names`, `npm run train judge` and `npm run train languages` write the models
 * that ship; with `--check` they train and compare, and fail when a byte differs. The data are those of `TEST_DATA_DIR` or of `--data DIR`.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readCorpus, readPhrases, readSplit } from './corpus/read-corpus.ts'
import { readHeadlineMentions, readOrdinaryTitles } from './headline-mentions.ts'
import { trainJudge } from './judge.ts'
import { ownLabels, readRealHeadlines, readTitles, readTrainingTexts } from './labelled-texts.ts'
import { languageTable, readGroups } from './languages.ts'
import { readCompanies, readNamed } from './named-texts.ts'
import { trainNames } from './names.ts'
import { trainSentiment } from './sentiment.ts'
import { readStyledTitles } from './styled-titles.ts'

const models = join(import.meta.dirname, '..', '..', 'server', 'models')

type Train = (dataFolder: string, say: (line: string) => void) => Uint8Array | Promise<Uint8Array>

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
  judge: (folder, say) => {
    const { testWriters } = readSplit()
    const rows = readCorpus().filter(({ writer }) => !testWriters.includes(writer))
    return trainJudge(
      { rows, phrases: readPhrases(), real: readRealHeadlines(folder), titles: readOrdinaryTitles(folder) },
      say,
    ).bytes
  },
  languages: async (_folder, say) => {
    const { data, byteOf } = await readGroups()
    return languageTable(data, byteOf, say)
  },
}

const [name = '', ...rest] = process.argv.slice(2)
const { values } = parseArgs({ args: rest, options: { data: { type: 'string' }, check: { type: 'boolean' } } })
const dataFolder = values.data ?? process.env.TEST_DATA_DIR
const program = Object.hasOwn(programs, name) ? programs[name] : undefined
if (!program || !dataFolder) {
  const names = Object.keys(programs).join('|')
  console.error(
    `Usage: npm run train <${names}> [-- --data DIR --check]; without --data, TEST_DATA_DIR names the data.`,
  )
  process.exitCode = 2
} else {
  const begun = performance.now()
  const bytes = await program(dataFolder, console.log)
  const file = join(models, `${name}.bin`)
  if (!values.check) {
    mkdirSync(models, { recursive: true })
    writeFileSync(file, bytes)
  } else if (!readFileSync(file).equals(bytes)) {
    console.error('The training gives another model than the one that ships.')
    process.exitCode = 1
  }
  const seconds = ((performance.now() - begun) / 1_000).toFixed(0)
  console.log(`${file}: ${(bytes.length / 1e6).toFixed(2)} MB, ${seconds} s`)
}
