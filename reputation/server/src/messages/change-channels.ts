/** What people do to the channels of their company. Each act is audited, without addresses: they are secret or personal. */
import { count as countActs, makeAudit } from '@service/foundation/audit/audit.ts'
import { changedFields } from '@service/foundation/audit/model/changed-fields.ts'
import * as companies from '@service/foundation/companies/company-store.ts'
import type { Database, Queryable } from '@service/foundation/database/database.ts'
import { type Act, actorText } from '@service/foundation/identity/model/actor.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import type { Outbound } from '@service/foundation/outbound/outbound.ts'
import { Problem } from '@service/foundation/problem.ts'
import type { Sealer } from '@service/foundation/sealing/sealer.ts'
import { type ChannelFields, checkFields } from './channel-fields.ts'
import * as channels from './channel-store.ts'
import * as messages from './message-store.ts'
import { type Channel, type ChannelKind, maxChannels } from './model/channel.ts'
import { nextDigestAt } from './model/next-digest.ts'
import type { Sent } from './model/outcome.ts'
import { writeTest } from './read-message.ts'
import type { AddRecipients } from './recipients/recipients.ts'
import type { SendMessage } from './send-message.ts'

type Deps = {
  db: Database
  now: () => Date
  newId: NewId
  sealer: Sealer
  faultOf: Outbound['faultOf']
  send: SendMessage
  addRecipients: AddRecipients
  hasMail: boolean
  pagesUrl: () => string
}

export type ChannelActs = {
  create(by: Act, companyId: string, kind: ChannelKind, fields: ChannelFields): Promise<Channel>
  change(by: Act, companyId: string, id: string, fields: ChannelFields): Promise<Channel>
  remove(by: Act, companyId: string, id: string): Promise<void>
  /** Sends one now, and says what became of it. */
  test(by: Act, companyId: string, id: string): Promise<Sent>
}

/** Anybody can be written to: not so often that it would be a nuisance. */
const testLimit = { count: 10, withinMs: 3_600_000 }

export function makeChannelActs(deps: Deps): ChannelActs {
  const { db, now, newId, sealer, send, addRecipients, pagesUrl } = deps
  const audit = makeAudit(deps)
  const sealed = (id: string, address: string | undefined) =>
    address === undefined ? undefined : { addressSealed: sealer.seal(address, id), host: new URL(address).host }
  const read = async (companyId: string, id: string) => {
    const channel = await channels.find(db.connection, companyId, id)
    if (!channel) throw channelNotFound()
    return channel
  }

  return {
    async create(by, companyId, kind, fields) {
      await checkFields(kind, fields, deps, true)
      const id = newId('mch')
      await db.transaction(async (tx) => {
        const { timeZone, channels: count } = await channels.lockCompany(tx, companyId)
        if (count >= maxChannels) throw new Problem('conflict', `A company may have ${maxChannels} channels.`)
        const {
          name = kind,
          recipients = [],
          severities = ['critical', 'high'],
          digestHour = null,
          enabled = true,
        } = fields
        const at = now()
        const channel: channels.NewChannel = {
          id,
          companyId,
          kind,
          name: name.trim(),
          recipients: [...recipients],
          addressSealed: null,
          host: null,
          ...sealed(id, fields.address),
          severities: [...severities],
          digestHour,
          nextDigestAt: digestHour === null ? null : nextDigestAt(digestHour, timeZone, at),
          enabled,
          createdAt: at,
          timeZone,
          createdBy: actorText(by.actor),
        }
        await channels.insert(tx, channel)
        await audit.record(tx, by, {
          companyId,
          action: 'channel.create',
          target: id,
          after: { kind, ...shown(channel) },
          at,
        })
        await addRecipients(tx, by, companyId, recipients)
      })
      return read(companyId, id)
    },

    async change(by, companyId, id, fields) {
      const { kind } = await read(companyId, id)
      await checkFields(kind, fields, deps, false)
      await db.transaction(async (tx) => {
        const { timeZone } = await channels.lockCompany(tx, companyId)
        const before = await channels.find(tx, companyId, id)
        if (!before) throw channelNotFound()
        const { address, ...others } = fields
        const given = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined))
        const merged: Channel = { ...before, ...given, ...sealed(id, address) }
        const { digestHour } = merged
        // One that is due is still to come, unless its hour was changed.
        const isKept = digestHour === before.digestHour && timeZone === before.timeZone && before.nextDigestAt
        const next = digestHour === null ? null : nextDigestAt(digestHour, timeZone, now())
        const after = { ...merged, nextDigestAt: isKept ? before.nextDigestAt : next }
        const changed = changedFields(shown(before), shown(after))
        const isOther = address !== undefined || before.recipients.join() !== after.recipients.join()
        if (!changed && !isOther) return
        await channels.update(tx, { ...after, timeZone })
        await audit.record(tx, by, { companyId, action: 'channel.change', target: id, ...changed })
        await addRecipients(tx, by, companyId, fields.recipients ?? [])
      })
      return read(companyId, id)
    },

    remove: (by, companyId, id) =>
      db.transaction(async (tx) => {
        const channel = await channels.find(tx, companyId, id)
        if (!channel) throw channelNotFound()
        await channels.remove(tx, companyId, id)
        await audit.record(tx, by, { companyId, action: 'channel.delete', target: id, before: shown(channel) })
      }),

    async test(by, companyId, id) {
      const channel = await read(companyId, id)
      const messageId = newId('msg')
      await db.transaction(async (tx) => {
        // Of two at once, the second waits here and counts the first.
        await channels.lockCompany(tx, companyId)
        const at = now()
        await requireFewTests(tx, companyId, at)
        if (!(await channels.find(tx, companyId, id))) throw channelNotFound()
        await messages.addTest(tx, { id: messageId, channelId: id, companyId, at })
        await audit.record(tx, by, { companyId, action: 'channel.test', target: id, at })
      })
      const company = await companies.find(db.connection, companyId)
      const sent = await send(channel, messageId, writeTest(company?.name ?? '', pagesUrl()))
      await db.transaction(async (tx) => {
        if (sent.error !== undefined) await messages.noteTest(tx, messageId, sent.kind, sent.error)
        if (sent.kind === 'skipped') return
        await channels.noteOutcome(tx, id, now(), sent.kind === 'sent' ? undefined : sent.error)
      })
      return sent
    },
  }
}

async function requireFewTests(tx: Queryable, companyId: string, at: Date): Promise<void> {
  const since = new Date(at.getTime() - testLimit.withinMs)
  // Its messages go with a channel that is deleted; the audit stays.
  const made = await countActs(tx, { companyId, actions: ['channel.test'], since })
  if (made < testLimit.count) return
  throw new Problem('rate-limited', `A company may send ${testLimit.count} tests an hour. Try again later.`, {
    retryAfterSeconds: testLimit.withinMs / 1_000,
  })
}

const shown = ({
  name,
  recipients,
  severities,
  digestHour,
  enabled,
  host,
}: Omit<Channel, 'lastSentAt' | 'failingSince' | 'lastError'>) => ({
  name,
  recipients: recipients.length,
  host,
  severities,
  digestHour,
  enabled,
})

const channelNotFound = () => new Problem('not-found', 'Channel not found.')
