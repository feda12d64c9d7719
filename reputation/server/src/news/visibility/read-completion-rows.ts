/** Completions of a file, NDJSON, each line judged by itself: the good ones are kept, and each bad one is reported with its reason. */
import { Breath } from '@service/foundation/breath.ts'
import { storableText } from '@service/foundation/database/storable-text.ts'
import { type ByteLine, ByteLines } from '@service/foundation/text/byte-lines.ts'
import { isCredible } from '@service/reputation-domain/articles/published-at.ts'
import type { CompletionRow } from './stored-completion.ts'

export type RowRejection = { line: number; reason: string }

export type ReadCompletionRows = { rows: CompletionRow[]; rejected: RowRejection[] }

const maxLineBytes = 1024 * 1024
const limits = { sector: 200, provider: 100, model: 100, prompt: 4_000, answer: 50_000 }

/** A row without a sector is of `sector`, where there is one. */
export async function readCompletionRows(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { sector, now }: { sector: string | undefined; now: Date },
): Promise<ReadCompletionRows> {
  const read: ReadCompletionRows = { rows: [], rejected: [] }
  const lines = new ByteLines(maxLineBytes)
  const breath = new Breath()
  const take = async (found: readonly ByteLine[]) => {
    for (const one of found) {
      await breath.take()
      if ('text' in one && one.text.trim() === '') continue
      const outcome = 'fault' in one ? { reason: lineFaults[one.fault] } : readRow(one.text, sector, now)
      if ('row' in outcome) read.rows.push(outcome.row)
      else read.rejected.push({ line: one.line, reason: outcome.reason })
    }
  }
  for await (const chunk of chunks) await take(lines.push(chunk))
  await take(lines.end())
  return read
}

const lineFaults = { 'too-long': `the line has more than ${maxLineBytes} bytes`, 'not-utf-8': 'the line is not UTF-8' }

function readRow(text: string, sector: string | undefined, now: Date): { row: CompletionRow } | { reason: string } {
  let fields: Record<string, unknown>
  try {
    fields = JSON.parse(text)
  } catch {
    return { reason: 'the line is not JSON' }
  }
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
    return { reason: 'the line is no JSON object' }
  const faults: string[] = []
  const textIn = (name: keyof typeof limits, otherwise?: string): string => {
    const value = fields[name] ?? otherwise
    if (typeof value === 'string' && value.trim() !== '' && value.length <= limits[name])
      return storableText(value.trim())
    faults.push(
      value === undefined ? `${name} is missing` : `${name} must be a text of 1 to ${limits[name]} characters`,
    )
    return ''
  }
  const row = {
    sector: textIn('sector', sector),
    provider: textIn('provider'),
    model: textIn('model'),
    prompt: textIn('prompt'),
    completion: textIn('answer'),
  }
  const { askedAt } = fields
  const at =
    typeof askedAt === 'string' && /^\d{4}-\d{2}-\d{2}T.*(?:Z|[+-]\d{2}:\d{2})$/.test(askedAt)
      ? Date.parse(askedAt)
      : NaN
  if (Number.isNaN(at)) faults.push('askedAt must be a time such as 2026-11-20T09:30:00Z')
  else if (!isCredible(at, now.getTime())) faults.push('askedAt must be after 1970 and at most a day in the future')
  return faults.length > 0 ? { reason: faults.join('; ') } : { row: { ...row, askedAt: new Date(at) } }
}
