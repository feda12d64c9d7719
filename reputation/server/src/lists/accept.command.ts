import { type Command, item } from '@service/foundation/admin/command.ts'
import { UsageError } from '@service/foundation/admin/usage-error.ts'
import { makeAcceptShrunken } from './accept-shrunken.ts'
import { authorities } from './authorities/authorities.ts'
import * as store from './store.ts'

export const listsAccept: Command = {
  name: 'lists accept',
  arguments: ['list'],
  options: {},
  summary:
    'Accept that a list has really shrunk, when its download was refused for that: it is fetched again within a minute',
  async run({ admin, by, input }) {
    const all = authorities.map(({ id }) => id)
    const stored = (await store.readStates(admin.db.connection, all)).map(({ list }) => list)
    // An optional list can be named once it has been in use.
    const lists = authorities.flatMap(({ id, optional }) => (!optional || stored.includes(id) ? [id] : []))
    const list = lists.find((id) => id === input.argument('list').toUpperCase())
    if (!list) throw new UsageError(`<list> must be one of ${lists.join(', ')}.`)
    return item(await makeAcceptShrunken(admin)(by, list))
  },
}
