import { keyStatus } from '../../keys/model/api-key.ts'
import { chosenCompany, requiredCompanyOption } from '../chosen-company.ts'
import { type Command, list } from '../command.ts'

export const keyList: Command = {
  usage: 'key list',
  options: requiredCompanyOption,
  summary: "List a company's keys, newest first",
  async run({ admin, by, input }) {
    const { id } = await chosenCompany({ admin, by, input })
    const found = await admin.listKeys(by, id)
    return list(
      'keys',
      found.map((key) => ({
        id: key.id,
        name: key.name,
        key: `${key.prefix}…${key.lastFour}`,
        status: keyStatus(key, admin.now()),
        scopes: key.scopes,
        createdAt: key.createdAt,
        createdBy: key.createdBy,
        expiresAt: key.expiresAt,
        lastUsedAt: key.lastUsedAt,
        revokedAt: key.revokedAt,
        replacedBy: key.replacedBy,
      })),
      ['id', 'name', 'key', 'status', 'scopes', 'expiresAt', 'lastUsedAt'],
    )
  },
}
