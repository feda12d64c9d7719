import { type Command, item } from '@service/foundation/admin/command.ts'
import { UsageError } from '@service/foundation/admin/usage-error.ts'
import { listIds } from '@service/reputation-domain/lists/model/entry.ts'
import { makeAcceptShrunken } from './accept-shrunken.ts'

export const listsAccept: Command = {
  name: 'lists accept',
  arguments: ['list'],
  options: {},
  summary:
    'Accept that a list has really shrunk, when its download was refused for that: it is fetched again within a minute',
  async run({ admin, by, input }) {
    const list = listIds.find((id) => id === input.argument('list').toUpperCase())
    if (!list) throw new UsageError(`<list> must be one of ${listIds.join(', ')}.`)
    return item(await makeAcceptShrunken(admin)(by, list))
  },
}
