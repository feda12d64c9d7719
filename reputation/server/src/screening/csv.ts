/** Screenings as rows for a spreadsheet: one row a match. */
import type { CsvColumn } from '@service/foundation/http/csv.ts'
import type { Match, Screening } from './responses.ts'

type Screened = Screening & { reference?: string }
export type MatchRow = { screening: Screened; match: Match | undefined }

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
]

export const screeningCsv = {
  columns: matchColumns,
  rows: (screening: Screening): MatchRow[] => screening.matches.map((match) => ({ screening, match })),
}

/** In a batch, a clean name has a row too, so that every name can be seen to have been screened. */
export const batchCsv = {
  columns: [
    { name: 'reference', value: ({ screening }: MatchRow) => screening.reference },
    { name: 'clean', value: ({ screening }: MatchRow) => screening.clean },
    ...matchColumns,
  ],
  rows: (screenings: readonly Screened[]): MatchRow[] =>
    screenings.flatMap((screening) =>
      screening.matches.length === 0 ? [{ screening, match: undefined }] : screeningCsv.rows(screening),
    ),
}
