import { type Command, item } from '../command.ts'

export const keyRevoke: Command = {
  usage: 'key revoke <key>',
  summary: 'End a key for good, named by its id or, if it has leaked, by the key itself',
  async run({ admin, by, input }) {
    const { companyId, id } = await admin.findKey(by, input.argument('key'))
    return item(await admin.revokeKey(by, companyId, id))
  },
}
