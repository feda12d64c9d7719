import { type Live, useStored } from '@service/ui/api/api.ts'
import { useRef } from 'react'
import { call, type Input, type OperationId, type Output } from './call.ts'

/** Follows one operation. `isMoving` tells from its output whether something is on its way, and asks more often then. */
export const useLive = <Id extends OperationId>(
  id: Id,
  input: Input<Id>,
  options: { isMoving?: (output: Output<Id>) => boolean; enabled?: boolean } = {},
): Live<Output<Id>> => useStored<Output<Id>>(keyOf(id, input), (signal) => call(id, input, signal), options)

const keyOf = (id: string, input: object): string => `${id} ${JSON.stringify(input)}`

type Page = { nextCursor: string | null }
type ListId = { [Id in OperationId]: Output<Id> extends Page ? Id : never }[OperationId]

export type List<Row> = Live<readonly Row[]> & {
  /** For `Table`: undefined on the last page. */
  more: { count: number; isLoading: boolean; onMore: () => void } | undefined
}

/** Follows a list, page after page. `rowsOf` says where its rows are. */
export function useList<Id extends ListId, Row>(
  id: Id,
  input: Input<Id> & { query?: { limit?: number | undefined } | undefined },
  rowsOf: (page: Output<Id>) => readonly Row[],
  { isMoving, ...options }: { isMoving?: (rows: readonly Row[]) => boolean; enabled?: boolean; everyMs?: number } = {},
): List<Row> {
  const limit = input.query?.limit ?? 50
  const wanted = useRef(1)
  const allRows = (pages: readonly Output<Id>[]) => pages.flatMap((page) => [...rowsOf(page)])

  async function fetchPages(signal: AbortSignal, before: readonly Output<Id>[] | undefined) {
    const pages: Output<Id>[] = []
    let cursor: string | null | undefined
    do {
      const query = { ...input.query, limit, ...(typeof cursor === 'string' && { cursor }) }
      const page: Output<Id> = await call(id, { ...input, query }, signal)
      pages.push(page)
      cursor = (page as Page).nextCursor
    } while (cursor !== null && pages.length < Math.max(wanted.current, before?.length ?? 1))
    return before?.length === pages.length && pages.every((page, i) => page === before[i]) ? before : pages
  }

  const live = useStored<readonly Output<Id>[]>(`list ${keyOf(id, input)}`, fetchPages, {
    ...options,
    isMoving: isMoving && ((pages) => isMoving(allRows(pages))),
  })
  const { data: pages, isFetching, refresh } = live
  const isLast = pages === undefined || (pages.at(-1) as Page | undefined)?.nextCursor === null
  return {
    ...live,
    data: pages && allRows(pages),
    more: isLast
      ? undefined
      : {
          count: limit,
          isLoading: isFetching && wanted.current > pages.length,
          onMore: () => {
            wanted.current = pages.length + 1
            refresh()
          },
        },
  }
}
