/** The corpus of headlines about invented companies; `corpus/README.md` says what its columns mean. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { companyRoles, tones } from '@service/reputation-domain/judge/heads.ts'
import { isRiskCategory, type RiskCategory } from '@service/reputation-domain/risk/model/categories.ts'

export type CorpusLabels = {
  isCompany: boolean
  role: (typeof companyRoles)[number]
  tone: (typeof tones)[number]
  category: RiskCategory | undefined
  /** 0 nothing, 1 unpleasant, 2 serious, 3 grave. */
  gravity: number
  isAlert: boolean
}

export type CorpusRow = CorpusLabels & {
  writer: string
  /** In the writer's file, from 1. */
  line: number
  /** From `start` to before `end` stands the company's name, or what only looks like it. */
  headline: string
  start: number
  end: number
  firstSentence: string | undefined
  companyName: string
  kind: string
}

/** The labels of a reader who did not see those of the row's writer. */
export type SecondReading = CorpusLabels & Pick<CorpusRow, 'writer' | 'line'>

/** A plain line about a company; from `start` to before `end` stands its name. */
export type CorpusPhrase = {
  writer: string
  headline: string
  start: number
  end: number
  kind: string
  gravity: number
}

export type CorpusSplit = {
  testWriters: string[]
  /** From whom the encoder does not learn, so that its part of the judgement can be weighed on their rows. */
  encoderLeftOut: string[]
  /** Whose rows are half about what only shares the company's name; they have no second readings. */
  nameWriters: string[]
  testKinds: string[]
  rows: Record<string, number>
}

export const corpusFolder = join(import.meta.dirname, '..', '..', 'corpus')

export const readSplit = (folder = corpusFolder): CorpusSplit =>
  JSON.parse(readFileSync(join(folder, 'split.json'), 'utf8')) as CorpusSplit

/** The kinds of event that a row can name. */
export const readKinds = (folder = corpusFolder): string[] =>
  readFileSync(join(folder, 'kinds.tsv'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t')[0] ?? '')

/** Of each kind of event the category of risk, or `positive`, `neutral`, `trap`. */
export const readCategories = (folder = corpusFolder): Map<string, string> =>
  new Map(
    readFileSync(join(folder, 'kinds.tsv'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t'))
      .map(([kind = '', category = '']) => [kind, category]),
  )

/** All rows of all writers who have written; throws `RangeError` with file and line where one is malformed. */
export const readCorpus = (folder = corpusFolder): CorpusRow[] => readLines(folder, 'rows', parseRow)

/** Lines for training alone, all by writers who are not for testing; throws like `readCorpus`. */
export const readPhrases = (folder = corpusFolder): CorpusPhrase[] => readLines(folder, 'phrases', parsePhrase)

/** Of all rows for testing, and of about a fifth of the others, but not of writers of names; throws like `readCorpus`. */
export const readSecondReadings = (folder = corpusFolder): SecondReading[] =>
  readLines(folder, 'second', parseSecondReading)

type Parse<T> = (line: string, writer: string, kinds: ReadonlySet<string>, number: number) => T

function readLines<T>(folder: string, name: string, parse: Parse<T>): T[] {
  const kinds = new Set(readKinds(folder))
  return readdirSync(join(folder, name))
    .filter((file) => file.endsWith('.tsv'))
    .sort()
    .flatMap((file) =>
      readFileSync(join(folder, name, file), 'utf8')
        .trimEnd()
        .split('\n')
        .map((line, index) => {
          try {
            return parse(line, file.slice(0, -'.tsv'.length), kinds, index + 1)
          } catch (error) {
            throw new RangeError(`${file}, line ${index + 1}: ${(error as Error).message}`, { cause: error })
          }
        }),
    )
}

function parseRow(line: string, writer: string, kinds: ReadonlySet<string>, number: number): CorpusRow {
  const cells = line.split('\t')
  if (cells.length !== 10) throw new RangeError(`${cells.length} columns in place of 10`)
  const [marked, sentence, companyName, isCompany, role, tone, kind, category, gravity, alert] = cells as [
    ...Cells,
    string,
  ]
  const start = marked.indexOf('⟦')
  const end = marked.indexOf('⟧') - 1
  if (start < 0 || end <= start || marked.lastIndexOf('⟦') !== start)
    throw new RangeError('the name is not marked once')
  if (!kinds.has(kind)) throw new RangeError(`no such kind: ${kind}`)
  return {
    writer,
    line: number,
    headline: marked.replace('⟦', '').replace('⟧', ''),
    start,
    end,
    firstSentence: sentence === '-' ? undefined : sentence,
    companyName,
    kind,
    ...parseLabels([isCompany, role, tone, category, gravity, alert]),
  }
}

function parseLabels([isCompany, role, tone, category, gravity, alert]: LabelCells): CorpusLabels {
  return {
    isCompany: oneOf(['y', 'n'], isCompany) === 'y',
    role: oneOf(companyRoles, role),
    tone: oneOf(tones, tone),
    category: category === 'none' ? undefined : riskCategory(category),
    gravity: Number(oneOf(['0', '1', '2', '3'], gravity)),
    isAlert: oneOf(['y', 'n'], alert) === 'y',
  }
}

type LabelCells = [string, string, string, string, string, string]

function parseSecondReading(text: string, writer: string): SecondReading {
  const cells = text.split('\t')
  if (cells.length !== 7) throw new RangeError(`${cells.length} columns in place of 7`)
  const [line, ...labels] = cells as [string, ...LabelCells]
  return { writer, line: Number(line), ...parseLabels(labels) }
}

type Cells = [string, string, string, string, string, string, string, string, string]

function parsePhrase(line: string, writer: string, kinds: ReadonlySet<string>): CorpusPhrase {
  const [kind = '', gravity = '', headline = '', ...more] = line.split('\t')
  if (headline === '' || more.length > 0) throw new RangeError('not 3 columns')
  if (!kinds.has(kind)) throw new RangeError(`no such kind: ${kind}`)
  const start = /(?<!\w)X(?=s?(?!\w))/.exec(headline)?.index
  if (start === undefined) throw new RangeError('X does not stand for the company')
  return { writer, headline, start, end: start + 1, kind, gravity: Number(oneOf(['0', '1', '2', '3'], gravity)) }
}

function oneOf<T extends string>(values: readonly T[], text: string): T {
  const found = values.find((value) => value === text)
  if (found === undefined) throw new RangeError(`"${text}" is none of ${values.join(', ')}`)
  return found
}

function riskCategory(text: string): RiskCategory {
  if (!isRiskCategory(text)) throw new RangeError(`no such category: ${text}`)
  return text
}
