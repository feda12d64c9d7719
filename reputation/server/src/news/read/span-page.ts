/** Pages of a list by time: days narrow it, and a cursor holds the time and the id of the last item. */
import { readPage } from '@service/foundation/http/page.ts'
import { cursorTime } from './cursor-time.ts'
import { type AskedSpan, readSpan } from './days.ts'

type AskedPage = AskedSpan & { limit?: number | undefined; cursor?: string | undefined }

export function readSpanPage({ limit: asked, cursor, day, from, to }: AskedPage): {
  limit: number
  span: ReturnType<typeof readSpan>
  /** Of the last item of the page before. */
  last: { at: Date; id: string } | undefined
} {
  const page = { ...(asked !== undefined && { limit: asked }), ...(cursor !== undefined && { cursor }) }
  const { limit, after } = readPage(page, ['number', 'string'])
  const [at, id] = (after ?? []) as [number?, string?]
  const last = at === undefined || id === undefined ? undefined : { at: cursorTime(at), id }
  return { limit, span: readSpan({ day, from, to }), last }
}
