import { type Live, useLiveQuery } from '@service/ui/api/api.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call, type Input, type OperationId, type Output } from './call.ts'

const listEveryMs = 30_000

/** Follows one operation. `isMoving` tells from its output whether something is on its way, and asks more often then. */
export const useLive = <Id extends OperationId>(
  id: Id,
  input: Input<Id>,
  options: { isMoving?: (output: Output<Id>) => boolean; enabled?: boolean } = {},
): Live<Output<Id>> => useLiveQuery([id, input], (signal) => call(id, input, signal), options)

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
  { enabled = true, everyMs = listEveryMs }: { enabled?: boolean; everyMs?: number } = {},
): List<Row> {
  const limit = input.query?.limit ?? 50
  const query = useInfiniteQuery({
    queryKey: [id, 'list', input],
    queryFn: ({ pageParam, signal }) =>
      call(id, { ...input, query: { ...input.query, limit, ...(pageParam !== '' && { cursor: pageParam }) } }, signal),
    initialPageParam: '',
    getNextPageParam: (page) => (page as Page).nextCursor,
    enabled,
    refetchInterval: everyMs,
  })
  return {
    data: query.data?.pages.flatMap((page) => rowsOf(page as Output<Id>)),
    error: query.error,
    updatedAt: query.dataUpdatedAt,
    refresh: () => void query.refetch(),
    more: query.hasNextPage
      ? { count: limit, isLoading: query.isFetchingNextPage, onMore: () => void query.fetchNextPage() }
      : undefined,
  }
}
