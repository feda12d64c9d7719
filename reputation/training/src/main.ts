/**
 * `npm run train sentiment`, `names`, `encoder`, `judge` and `languages` write the models that ship; with `--check` they
 * train and compare, and fail when a byte differs. The data are those of `TEST_DATA_DIR` or of `--data DIR`.
 */
import { parseArgs } from 'node:util'
import { openHeadlineEncoder } from '@service/reputation-domain/judge/headline-encoder.ts'
import { type ModelName, readModelFile, writeModelFile } from '@service/reputation-server/news/analysis/model-files.ts'
import { readCorpus, readPhrases, readSplit } from './corpus/read-corpus.ts'
import { trainEncoder } from './encoder/train-encoder.ts'
import { readHeadlineMentions, readOrdinaryTitles } from './headline-mentions.ts'
import { type JudgeData, trainJudge } from './judge.ts'
import { ownLabels, readRealHeadlines, readTitles, readTrainingTexts } from './labelled-texts.ts'
import { languageTable, readGroups } from './languages.ts'
import { readCompanies, readNamed } from './named-texts.ts'
import { trainNames } from './names.ts'
import { trainSentiment } from './sentiment.ts'
import { readStyledTitles } from './styled-titles.ts'

type Train = (dataFolder: string, say: (line: string) => void) => Uint8Array | Promise<Uint8Array>

const programs: Record<ModelName, Train> = {
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
  encoder: (folder, say) => trainEncoder(readJudgeData(folder), readTitles(folder), say),
  judge: (folder, say) => trainJudge(readJudgeData(folder), openHeadlineEncoder(readModelFile('encoder')), say).bytes,
  languages: async (_folder, say) => {
    const { data, byteOf } = await readGroups()
    return languageTable(data, byteOf, say)
  },
}

function readJudgeData(folder: string): JudgeData {
  const { testWriters } = readSplit()
  return {
    rows: readCorpus().filter(({ writer }) => !testWriters.includes(writer)),
    phrases: readPhrases(),
    real: readRealHeadlines(folder),
    titles: readOrdinaryTitles(folder),
  }
}

const [name = '', ...rest] = process.argv.slice(2)
const { values } = parseArgs({ args: rest, options: { data: { type: 'string' }, check: { type: 'boolean' } } })
const dataFolder = values.data ?? process.env.TEST_DATA_DIR
const isModel = (name: string): name is ModelName => Object.hasOwn(programs, name)
const program = isModel(name) ? programs[name] : undefined
if (!program || !dataFolder) {
  const names = Object.keys(programs).join('|')
  console.error(
    `Usage: npm run train <${names}> [-- --data DIR --check]; without --data, TEST_DATA_DIR names the data.`,
  )
  process.exitCode = 2
} else {
  const begun = performance.now()
  const bytes = await program(dataFolder, console.log)
  let size = bytes.length
  if (!values.check) size = writeModelFile(name as ModelName, bytes)
  else if (!Buffer.from(readModelFile(name as ModelName)).equals(bytes)) {
    console.error('The training gives another model than the one that ships.')
    process.exitCode = 1
  }
  const seconds = ((performance.now() - begun) / 1_000).toFixed(0)
  console.log(`${name}: ${(size / 1e6).toFixed(2)} MB, ${seconds} s`)
}
