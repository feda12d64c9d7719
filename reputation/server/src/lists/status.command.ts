import { type Command, list } from '@service/foundation/admin/command.ts'
import type { AdministrationFace } from '@service/foundation/administration/administration.ts'
import type { ListActs } from './list-acts.ts'

type ListCommand = Command<AdministrationFace & ListActs>

export const listsStatus: ListCommand = {
  usage: 'lists status',
  summary: 'Show which version of each list is in use, and why one is stale',
  async run({ admin, by }) {
    const states = await admin.readListStates(by)
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
