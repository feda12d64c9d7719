/** The lists as agents are offered them. */
import type { Tool } from '@service/foundation/mcp/mcp.ts'
import type { ListStatus } from './list-status.ts'

export const listListsTool: Tool = {
  name: 'list_lists',
  title: 'List the sanctions lists',
  description: 'Tells which sanctions lists names are screened against, how old each is and how many parties it has.',
  effect: 'reads',
  says: ({ lists }: { lists: readonly ListStatus[] }) =>
    lists
      .map(({ list, loaded, entries, fetchedAt, stale, staleReason, sample }) => {
        if (!loaded) return `${list} is not loaded, so nothing can be screened yet.`
        const kind = sample ? ' It is the bundled sample, only for trials.' : ''
        const age = stale ? ` It is stale: ${staleReason}.` : ''
        return `${list} has ${entries} entries, last seen at its source ${fetchedAt}.${age}${kind}`
      })
      .join(' '),
}
