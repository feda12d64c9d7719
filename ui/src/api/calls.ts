/** What screens call of a service, and how they follow it, typed by the operations of its API. */
import { useRef } from 'react'
import { type InputOf, makeClient, type OutputOf, Refusal } from './client.ts'
import { type Live, useStored } from './live.tsx'

/** Those that refuse with 401 what was typed, not who is signed in. */
const provesByItself: readonly string[] = ['signIn', 'showAccountLink', 'acceptInvitation', 'resetPassword', 'signUp']

const lost = new Set<() => void>()
const forgetting = new Set<() => void>()

/** Called whenever the service no longer knows who is signed in. */
export function onSessionLost(listener: () => void): () => void {
  lost.add(listener)
  return () => lost.delete(listener)
}

/** For another person: nothing that was seen is shown again. */
export function forgetResponses(): void {
  for (const forget of forgetting) forget()
}

type Page = { nextCursor: string | null } | { next_cursor: string | null }
type ListId<Operations> = {
  [Id in keyof Operations & string]: OutputOf<Operations[Id]> extends Page ? Id : never
}[keyof Operations & string]

export type List<Row> = Live<readonly Row[]> & {
  /** For `Table`: undefined on the last page. */
  more: { count: number; isLoading: boolean; onMore: () => void } | undefined
}

export type Calls<Operations> = {
  /** Calls an operation of the API by its name. Throws a `Refusal`. */
  call<Id extends keyof Operations & string>(
    id: Id,
    input: InputOf<Operations[Id]>,
    signal?: AbortSignal,
  ): Promise<OutputOf<Operations[Id]>>
  /** Follows server-sent events: see the client. */
  stream: ReturnType<typeof makeClient>['stream']
  /** For what is in no document. */
  post<Output>(path: string, body: unknown): Promise<Output>
  /** Follows one operation. `isMoving` tells from its output whether something is on its way, and asks more often then. */
  useLive<Id extends keyof Operations & string>(
    id: Id,
    input: InputOf<Operations[Id]>,
    options?: {
      isMoving?: (output: OutputOf<Operations[Id]>) => boolean
      enabled?: boolean
      everyMs?: number | undefined
    },
  ): Live<OutputOf<Operations[Id]>>
  /** Follows a list, page after page. `rowsOf` says where its rows are. */
  useList<Id extends ListId<Operations>, Row>(
    id: Id,
    input: InputOf<Operations[Id]> & { query?: { limit?: number | undefined } | undefined },
    rowsOf: (page: OutputOf<Operations[Id]>) => readonly Row[],
    options?: { isMoving?: (rows: readonly Row[]) => boolean; enabled?: boolean; everyMs?: number | undefined },
  ): List<Row>
}

export function makeCalls<Operations>(
  addresses: { readonly [Id in keyof Operations & string]: string },
  options?: Parameters<typeof makeClient>[1],
): Calls<Operations> {
  const client = makeClient<Operations>(addresses, options)
  forgetting.add(client.forget)

  const call: Calls<Operations>['call'] = async (id, input, signal) => {
    try {
      return await client.call(id, input, signal)
    } catch (error) {
      if (error instanceof Refusal && error.status === 401 && !provesByItself.includes(id)) {
        for (const listener of lost) listener()
      }
      throw error
    }
  }

  const useLive: Calls<Operations>['useLive'] = (id, input, options = {}) =>
    useStored(keyOf(id, input), (signal) => call(id, input, signal), options)

  const useList: Calls<Operations>['useList'] = (id, input, rowsOf, { isMoving, ...options } = {}) => {
    type Output = OutputOf<Operations[typeof id]>
    const limit = input.query?.limit ?? 50
    const wanted = useRef(1)
    /** Of what is asked by POST, the page stands in the body. */
    const paged = (
      { body, query }: { body?: object | undefined; query?: object | undefined },
      cursor: string | null | undefined,
    ) => {
      const page = { limit, ...(typeof cursor === 'string' && { cursor }) }
      return body ? { body: { ...body, ...page } } : { query: { ...query, ...page } }
    }
    const allRows = (pages: readonly Output[]) => pages.flatMap((page) => [...rowsOf(page)])

    async function fetchPages(signal: AbortSignal, before: readonly Output[] | undefined) {
      const pages: Output[] = []
      let cursor: string | null | undefined
      do {
        const page: Output = await call(id, { ...input, ...paged(input, cursor) }, signal)
        pages.push(page)
        cursor = nextOf(page)
      } while (cursor !== null && pages.length < Math.max(wanted.current, before?.length ?? 1))
      return before?.length === pages.length && pages.every((page, i) => page === before[i]) ? before : pages
    }

    const live = useStored<readonly Output[]>(`list ${keyOf(id, input)}`, fetchPages, {
      ...options,
      isMoving: isMoving && ((pages) => isMoving(allRows(pages))),
    })
    const { data: pages, isFetching, refresh } = live
    const isLast = pages === undefined || nextOf(pages.at(-1)) === null
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
  return { call, stream: client.stream, post: client.post, useLive, useList }
}

const keyOf = (id: string, input: object): string => `${id} ${JSON.stringify(input)}`

/** The cursor of the page after this one, by whichever name the service gives it. */
function nextOf(page: unknown): string | null {
  const { nextCursor, next_cursor: other } = page as { nextCursor?: string | null; next_cursor?: string | null }
  return nextCursor ?? other ?? null
}
