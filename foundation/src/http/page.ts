/**
 * Lists in pages. The response is `{"<plural>": [...], "nextCursor": string | null}` (`next_cursor` where an API is
 * snake_case), newest first; the cursor holds the sort key of the last item shown, so a page stays right while items are
 * inserted. To the caller it is opaque; it is checked for form, not signed, because it only ever narrows what the
 * caller's own tenant would see anyway.
 */
import Type from 'typebox'
import { Problem } from '../problem.ts'
import { nullable } from './model/nullable.ts'

export const PageParameters = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 200, default: 50, description: 'The most items of a page.' }),
  ),
  cursor: Type.Optional(
    Type.String({ maxLength: 500, description: 'The next cursor of the page before, as it came.' }),
  ),
}

/** For the schema of the response, beside the list. */
export const NextCursor = nullable(
  Type.String({ description: 'Pass it as `cursor` for the next page; null on the last page.' }),
)

const defaultLimit = 50

export type CursorKey = readonly (string | number)[]

export type PageRequest = {
  limit: number
  /** Sort key of the last item of the page before. */
  after: CursorKey | undefined
}

/** `shape` names the type of each part of the sort key; a cursor of another list or release does not fit it. */
export function readPage(
  { limit = defaultLimit, cursor }: { limit?: number; cursor?: string },
  shape: readonly ('string' | 'number')[],
  place: 'query' | 'body' = 'query',
): PageRequest {
  return { limit, after: cursor === undefined ? undefined : decodeCursor(cursor, shape, place) }
}

/** From up to `limit + 1` items read, the page and the cursor of the next: one item more than asked says there is one. */
export function toPage<T>(
  items: readonly T[],
  limit: number,
  keyOf: (item: T) => CursorKey,
): { items: T[]; nextCursor: string | null } {
  const shown = items.slice(0, limit)
  return { items: shown, nextCursor: items.length > limit ? cursorOf(keyOf(shown.at(-1)!)) : null }
}

/** Continues a list behind the item with this sort key. */
export const cursorOf = (key: CursorKey): string => Buffer.from(JSON.stringify(key)).toString('base64url')

function decodeCursor(cursor: string, shape: readonly ('string' | 'number')[], place: string): CursorKey {
  let key: unknown
  try {
    key = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    key = undefined
  }
  if (isKey(key, shape)) return key
  const message = 'is not a cursor of this list: pass the next cursor of the page before as it came'
  const path = `${place}.cursor`
  throw new Problem('invalid-request', `${path} ${message}.`, { details: [{ path, message }] })
}

function isKey(key: unknown, shape: readonly ('string' | 'number')[]): key is CursorKey {
  return Array.isArray(key) && key.length === shape.length && shape.every((type, i) => isPart(key[i], type))
}

/** A database has no place for NUL in a text. */
const isPart = (part: unknown, type: string): boolean =>
  typeof part === type && !(typeof part === 'string' && part.includes('\0'))
