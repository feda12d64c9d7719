import { type Command, item } from '../command.ts'
import { asScopes } from '../key-options.ts'
import { UsageError } from '../usage-error.ts'

export const keySet: Command = {
  usage: 'key set <key>',
  options: {
    name: { value: 'TEXT', says: 'What the key is for' },
    scopes: { value: 'A,B', says: 'All its scopes, or "all" for every scope, writing ones included' },
  },
  summary: 'Rename a key or change what it may do',
  async run({ admin, by, input }) {
    const name = input.text('name')
    const scopes = input.list('scopes')
    if (name === undefined && scopes === undefined) throw new UsageError('Nothing to change was named.')
    const { companyId, id } = await admin.findKey(by, input.argument('key'))
    return item(
      await admin.changeKey(by, companyId, id, {
        ...(name === undefined ? {} : { name }),
        ...(scopes === undefined ? {} : { scopes: asScopes(admin.access, scopes) }),
      }),
    )
  },
}
