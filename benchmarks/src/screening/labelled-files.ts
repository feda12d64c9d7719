/** The labelled files of screening, each as rows of its own type. */
import { countryCode } from '@service/reputation-domain/lists/country-codes.ts'
import type { EntryType } from '@service/reputation-domain/lists/model/entry.ts'
import { parse } from 'csv-parse/sync'
import { UsageError } from '../harness/options.ts'
import type { DataFolder } from './data-folder.ts'

type Row = Record<string, string>

function rows(data: DataFolder, name: string, ...columns: string[]): Row[] {
  const parsed: Row[] = parse(data.read(name), { columns: true, skip_empty_lines: true, relax_column_count: true })
  const missing = columns.find((column) => parsed[0] && !(column in parsed[0]))
  if (missing) throw new UsageError(`${name} has no column ${missing}.`)
  return parsed
}

const cell = (row: Row, column: string) => (row[column] ?? '').trim()

export type NamePair = {
  caseGroup: string
  schema: string
  type: EntryType
  query: string
  listed: string
  isMatch: boolean
  quality: string
  category: string
  notes: string
}

const typeOfSchema: Record<string, EntryType> = {
  Person: 'individual',
  Vessel: 'vessel',
  Airplane: 'aircraft',
  Company: 'entity',
  Organization: 'entity',
  LegalEntity: 'entity',
  PublicBody: 'entity',
}

export function readNamePairs(data: DataFolder): NamePair[] {
  return rows(data, 'name_bench_cases.csv', 'case_group', 'schema', 'name1', 'name2', 'is_match').map((row) => {
    const schema = cell(row, 'schema')
    const type = typeOfSchema[schema]
    if (!type) throw new UsageError(`name_bench_cases.csv: unknown schema "${schema}".`)
    return {
      caseGroup: cell(row, 'case_group'),
      schema,
      type,
      query: row.name1 ?? '',
      listed: row.name2 ?? '',
      isMatch: cell(row, 'is_match') === 'true',
      quality: cell(row, 'quality') || 'none',
      category: cell(row, 'category') || 'none',
      notes: cell(row, 'notes'),
    }
  })
}

export const pairKey = (schema: string, query: string, listed: string) => `${schema}\t${query}\t${listed}`

/** logic-v2's own score by `pairKey`; empty where the file is absent. */
export function readFrozenScores(data: DataFolder): Map<string, number> {
  if (!data.has('name_bench_logicv2_frozen.csv')) return new Map()
  const frozen = rows(data, 'name_bench_logicv2_frozen.csv', 'schema', 'name1', 'name2', 'score')
  return new Map(
    frozen.map((row) => [pairKey(cell(row, 'schema'), row.name1 ?? '', row.name2 ?? ''), Number(row.score)]),
  )
}

export type GoldName = {
  asListed: string
  mangled: string
  /** Of the list entry that must be found; undefined where the list of that day no longer has it. */
  entityId: string | undefined
  /** As in the mangled file, where it is often a year off. */
  mangledDateOfBirth: string | undefined
}

export function readGoldNames(data: DataFolder): GoldName[] {
  const births = new Map(
    (data.has('positives_un_treated.csv') ? rows(data, 'positives_un_treated.csv', 'full_name') : []).map((row) => [
      cell(row, 'full_name'),
      cell(row, 'date_of_birth') || undefined,
    ]),
  )
  return rows(data, 'un_gold.csv', 'untreated', 'treated', 'un_dataid_and_ref').map((row) => {
    const [dataId] = cell(row, 'un_dataid_and_ref').split('/')
    return {
      asListed: cell(row, 'untreated'),
      mangled: cell(row, 'treated'),
      entityId: dataId ? `UN:${dataId}` : undefined,
      mangledDateOfBirth: births.get(cell(row, 'treated')),
    }
  })
}

export type Innocent = { name: string; dateOfBirth: string | undefined; country: string | undefined }

export const innocentFiles = {
  global: 'negatives_global.csv',
  us: 'negatives_us.csv',
  'us-congress': 'positives_us_congress_untreated.csv',
} as const

export function readInnocents(data: DataFolder, set: keyof typeof innocentFiles): Innocent[] {
  return rows(data, innocentFiles[set], 'full_name').map((row) => ({
    name: cell(row, 'full_name'),
    dateOfBirth: cell(row, 'date_of_birth') || undefined,
    country: countryCode(cell(row, 'nationality')),
  }))
}

export type CrossScriptPair = {
  entityId: string
  type: EntryType
  script: string
  query: string
  latinNames: string[]
}

export function readCrossScriptPairs(data: DataFolder): CrossScriptPair[] {
  return rows(data, 'xscript_pairs.csv', 'id', 'list', 'type', 'script', 'query', 'latin_names').map((row) => ({
    entityId: `${cell(row, 'list')}:${cell(row, 'id').split(':')[1]}`,
    type: cell(row, 'type') === 'person' ? 'individual' : 'entity',
    script: cell(row, 'script'),
    query: cell(row, 'query'),
    latinNames: cell(row, 'latin_names').split('|').filter(Boolean),
  }))
}

export type HandPickedPair = { query: string; expected: string; note: string }

/** Comment lines begin with `#`; the third column is another system's threshold and means nothing here. */
export function readHandPickedPairs(data: DataFolder): HandPickedPair[] {
  return (parse(data.read('cross_script_pairs.csv'), { comment: '#', relax_column_count: true }) as string[][]).map(
    ([query = '', expected = '', , note = '']) => ({ query, expected, note }),
  )
}

export const readPutinSpellings = (data: DataFolder): string[] =>
  data
    .read('putin_names.txt')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

export type PortalPair = { query: string; listed: string; score: number }

export function readPortalPairs(data: DataFolder): PortalPair[] {
  return rows(data, 'ofac_portal_parity.csv', 'query_name', 'result_name', 'ofac_score').map((row) => ({
    query: cell(row, 'query_name'),
    listed: cell(row, 'result_name'),
    score: Number(row.ofac_score) / 100,
  }))
}
