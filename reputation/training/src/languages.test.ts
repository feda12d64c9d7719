/** How often the language of a headline is detected, on texts that the table of languages has not seen. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openLanguageModel } from '@service/reputation-domain/languages/detect-language.ts'
import { readModelFile } from '@service/reputation-server/news/analysis/model-files.ts'
import { expect, test } from 'vitest'
import { readCorpus } from './corpus/read-corpus.ts'
import { readTitles } from './labelled-texts.ts'

const model = openLanguageModel(readModelFile('languages'))
const dataFolder = process.env.TEST_DATA_DIR
const hasNews = dataFolder !== undefined && existsSync(join(dataFolder, 'news', 'articles.jsonl.gz'))

const shareOf = <T>(items: readonly T[], isSo: (item: T) => boolean): number =>
  items.filter(isSo).length / Math.max(1, items.length)

test.each(['en', 'de', 'fr', 'es', 'it', 'nl', 'pt'])(
  '99 percent of headlines in %s are, with a first sentence all',
  (language) => {
    const rows = readCorpus().filter(({ writer }) => writer.startsWith(language))
    const sentences = rows.filter(({ firstSentence }) => firstSentence !== undefined)
    expect(rows.length).toBeGreaterThan(1_000)
    expect(shareOf(rows, ({ headline }) => model.detect(headline) === language)).toBeGreaterThan(0.99)
    expect(
      shareOf(sentences, (row) => model.detect(`${row.headline}. ${row.firstSentence}`) === language),
    ).toBeGreaterThan(0.999)
    // A wrong declaration, as feeds have them, changes little.
    expect(shareOf(rows, ({ headline }) => model.detect(headline, 'en') === language)).toBeGreaterThan(0.99)
  },
)

test.runIf(hasNews)('of real English titles, less than half a percent are taken for another language', () => {
  const titles = readTitles(dataFolder!)
  const lost = shareOf(titles, (title) => model.detect(title) !== 'en')
  expect(lost).toBeLessThan(0.005)
})
