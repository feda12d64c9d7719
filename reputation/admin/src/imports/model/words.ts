import type { StateKind } from '@service/ui/state.tsx'
import type { Output } from '../../api/api.ts'

export type ArticleImport = Output<'getArticleImport'>

export const stateOf = ({ status, rejected }: ArticleImport): { kind: StateKind; word: string } =>
  status === 'running'
    ? { kind: 'moving', word: 'running' }
    : rejected > 0
      ? { kind: 'warn', word: 'done in part' }
      : { kind: 'good', word: 'done' }

/** What helps against a rejected line, by its code. */
const remedies: Readonly<Record<string, string>> = {
  'missing-field': 'Fill in the field, or take the line out.',
  'invalid-field': 'Fix the value: dates as 2026-11-20T09:30:00Z, addresses with http.',
  'duplicate-id': 'Keep one line for each id. A later version needs updatedAt.',
  'wrong-columns': 'Give the line as many fields as the first line has; put those with separators in quotation marks.',
  'unclosed-quote': 'Close the quotation mark; one inside a field is written twice.',
  'not-json': 'Write one whole JSON object on each line.',
  'not-utf-8': 'Save the file as UTF-8.',
  'too-long': 'Shorten the line below 1 MB.',
}

export const remedyFor = (code: string): string => remedies[code] ?? 'Fix the line and import it again.'
