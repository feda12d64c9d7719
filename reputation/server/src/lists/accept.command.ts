import { type Command, item } from '@service/foundation/admin/command.ts'
import { UsageError } from '@service/foundation/admin/usage-error.ts'
import type { AdministrationFace } from '@service/foundation/administration/administration.ts'
import { authorities } from './authorities/authorities.ts'
import type { ListActs } from './list-acts.ts'

type ListCommand = Command<AdministrationFace & ListActs>

export const listsAccept: ListCommand = {
  usage: 'lists accept <list>',
  summary:
    'Accept that a list has really shrunk, when its download was refused for that: it is fetched again within a minute',
  async run({ admin, by, input }) {
    const stored = (await admin.readListStates(by)).map(({ list }) => list)
    // An optional list can be named once it has been in use.
    const lists = authorities.flatMap(({ id, optional }) => (!optional || stored.includes(id) ? [id] : []))
    const list = lists.find((id) => id === input.argument('list').toUpperCase())
    if (!list) throw new UsageError(`<list> must be one of ${lists.join(', ')}.`)
    return item(await admin.acceptShrunkenList(by, list))
  },
}
