/**
 * Screenings as rows for a spreadsheet: one for each match, for each entry that is near or suppressed, and one of its own
 * for a name that is clean, so that every name can be seen to have been screened, and on which lists.
 */
import type { CsvColumn } from '@service/foundation/http/csv.ts'
import type { ListUsed, Match, NearMatch, Screening } from './responses.ts'

type RowStatus = 'match' | 'near' | 'suppressed' | 'clean'
export type MatchRow = { screening: Screening; status: RowStatus; match?: Match | NearMatch }

const together = (texts: readonly string[] | undefined) => texts?.join('; ')

const matchColumns: CsvColumn<MatchRow>[] = [
  { name: 'screeningId', value: ({ screening }) => screening.screeningId },
  { name: 'query', value: ({ screening }) => screening.query },
  { name: 'threshold', value: ({ screening }) => screening.threshold },
  { name: 'list', value: ({ match }) => match?.list },
  { name: 'name', value: ({ match }) => match?.name },
  { name: 'similarity', value: ({ match }) => match?.similarity },
  { name: 'primaryName', value: ({ match }) => match?.primaryName },
  { name: 'entityId', value: ({ match }) => match?.entityId },
  { name: 'subjectId', value: ({ match }) => match?.subjectId },
  { name: 'type', value: ({ match }) => match?.type },
  { name: 'aliasStrength', value: ({ match }) => match?.aliasStrength },
  { name: 'programs', value: ({ match }) => together(match?.programs) },
  { name: 'datesOfBirth', value: ({ match }) => together(match?.datesOfBirth) },
  { name: 'countries', value: ({ match }) => together(match?.countries) },
  {
    name: 'identifiers',
    value: ({ match }) => together(match?.identifiers.map(({ kind, value }) => `${kind} ${value}`)),
  },
  { name: 'verdict', value: ({ match }) => match?.verdict?.verdict },
  { name: 'status', value: ({ status }) => status },
  { name: 'reason', value: ({ match }) => (match && 'reason' in match ? match.reason : undefined) },
  { name: 'explanation', value: ({ match }) => match && explained(match) },
  { name: 'lists', value: ({ screening }) => together(screening.lists.map(listState)) },
  { name: 'stale', value: ({ screening }) => screening.lists.some(({ stale }) => stale) },
  { name: 'sample', value: ({ screening }) => screening.lists.some(({ sample }) => sample) },
]

const explained = (match: Match | NearMatch): string =>
  ['sentence' in match ? match.sentence : '', ...match.explanation.map(({ sentence }) => sentence)].join(' ').trim()

/** `OFAC published 2026-11-20T00:00:00.000Z checked 2026-11-22T06:00:00.000Z`, and `stale` or `sample` where it is. */
const listState = ({ list, publishedAt, fetchedAt, stale, sample }: ListUsed): string =>
  [
    list,
    publishedAt ? `published ${publishedAt}` : '',
    `checked ${fetchedAt}`,
    stale ? 'stale' : '',
    sample ? 'sample' : '',
  ]
    .filter((word) => word !== '')
    .join(' ')

export const screeningCsv = {
  columns: [
    ...matchColumns,
    { name: 'clean', value: ({ screening }: MatchRow) => screening.clean },
    { name: 'reference', value: ({ screening }: MatchRow) => screening.reference },
  ],
  rows: rowsOf,
}

export const batchCsv = {
  columns: [
    { name: 'reference', value: ({ screening }: MatchRow) => screening.reference },
    { name: 'clean', value: ({ screening }: MatchRow) => screening.clean },
    ...matchColumns,
  ],
  rows: (screenings: readonly Screening[]): MatchRow[] => screenings.flatMap(rowsOf),
}

function rowsOf(screening: Screening): MatchRow[] {
  const { clean, matches, near, suppressed } = screening
  const row = (status: RowStatus) => (match: Match | NearMatch) => ({ screening, status, match })
  return [
    ...(clean ? [{ screening, status: 'clean' as const }] : matches.map(row('match'))),
    ...near.map(row('near')),
    ...suppressed.map(row('suppressed')),
  ]
}
