import { type Command, list } from '@service/foundation/admin/command.ts'
import { authorities } from './authorities/authorities.ts'
import * as store from './store.ts'

export const listsStatus: Command = {
  name: 'lists status',
  arguments: [],
  options: {},
  summary: 'Show which version of each list is in use, and why one is stale',
  async run({ admin }) {
    const states = await store.readStates(
      admin.db.connection,
      authorities.map(({ id }) => id),
    )
    return list(
      'lists',
      states.map(({ list, current, publishedAt, fetchedAt, stale, dueAt }) => ({
        list,
        version: current?.id ?? null,
        entries: current?.entries ?? 0,
        sample: current?.sample ?? false,
        publishedAt,
        fetchedAt,
        dueAt,
        staleSince: stale?.since ?? null,
        reason: stale?.reason ?? null,
      })),
    )
  },
}
