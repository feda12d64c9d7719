import { type Command, item } from '../command.ts'
import { shownOnce } from '../key-options.ts'

export const keyRotate: Command = {
  usage: 'key rotate <key>',
  options: { overlap: { value: 'DURATION', says: 'How long the old key is still accepted, 0s to 24h', default: '1h' } },
  summary: "Put a new key in an old one's place, with its name and scopes, and print it, once",
  async run({ admin, by, input }) {
    const overlapMs = input.durationMs('overlap') ?? 3_600_000
    const { companyId, id } = await admin.findKey(by, input.argument('key'))
    const { key, secret, replaced } = await admin.rotateKey(by, companyId, id, { overlapMs })
    const oldKeyEndsAt = replaced.revokedAt ?? replaced.expiresAt
    return item({ secret, ...key, replaces: replaced.id, oldKeyEndsAt }, shownOnce)
  },
}
