/** What a company does with recipients: it adds addresses to channels, and asks one again. Each request is audited, without the address. */
import { count as countActs, makeAudit } from '@service/foundation/audit/audit.ts'
import type { Database, Queryable } from '@service/foundation/database/database.ts'
import type { Act } from '@service/foundation/identity/model/actor.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { Problem } from '@service/foundation/problem.ts'
import { countRequest, perCompany, type Recipient, requestableAt } from '../model/recipient.ts'
import * as recipients from './recipient-store.ts'

export type RecipientDeps = { db: Database; now: () => Date; newId: NewId }

/** New addresses are asked; of the others, what they decided holds. With the company's row held, for requests are counted. */
export type AddRecipients = (tx: Queryable, by: Act, companyId: string, addresses: readonly string[]) => Promise<void>

export function makeAddRecipients({ now, newId }: Omit<RecipientDeps, 'db'>): AddRecipients {
  const audit = makeAudit({ now, newId })
  return async (tx, by, companyId, addresses) => {
    const at = now()
    let added = 0
    for (const address of addresses) {
      const id = newId('mrc')
      if (!(await recipients.add(tx, { id, companyId, address, at }))) continue
      added++
      await audit.record(tx, by, { companyId, action: 'recipient.request', target: id, at })
    }
    if (added === 0) return
    await requireFewRequests(tx, companyId, at)
    await recipients.announceRequests(tx)
  }
}

/** Throws where the company has asked too many addresses, those of this transaction included. */
async function requireFewRequests(tx: Queryable, companyId: string, at: Date): Promise<void> {
  const since = new Date(at.getTime() - perCompany.withinMs)
  if ((await countActs(tx, { companyId, actions: ['recipient.request'], since })) <= perCompany.requests) return
  throw new Problem(
    'rate-limited',
    `A company may ask ${perCompany.requests} addresses a day to confirm. Try again tomorrow.`,
    { retryAfterSeconds: perCompany.withinMs / 1_000 },
  )
}

export type RequestAgain = (by: Act, companyId: string, id: string) => Promise<Recipient>

export function makeRequestAgain(deps: RecipientDeps & { lockCompany: LockCompany }): RequestAgain {
  const { db, now, lockCompany } = deps
  const audit = makeAudit(deps)
  return (by, companyId, id) =>
    db.transaction(async (tx) => {
      await lockCompany(tx, companyId)
      const recipient = await recipients.lock(tx, companyId, id)
      if (!recipient) throw new Problem('not-found', 'Recipient not found.')
      if (recipient.state === 'confirmed') throw new Problem('conflict', 'This recipient has confirmed already.')
      if (recipient.state === 'stopped') {
        throw new Problem(
          'conflict',
          'This recipient has stopped the mails. Only they can resume them, by the link in any mail that they got.',
        )
      }
      if (recipient.dueAt) return recipient // on its way
      const at = now()
      const later = requestableAt(recipient, at)
      if (later) {
        throw new Problem('rate-limited', `This address can be asked again from ${later.toISOString()} on.`, {
          retryAfterSeconds: Math.ceil((later.getTime() - at.getTime()) / 1_000),
        })
      }
      await recipients.request(tx, { id, ...countRequest(recipient, at), at })
      await audit.record(tx, by, { companyId, action: 'recipient.request', target: id, at })
      await requireFewRequests(tx, companyId, at)
      await recipients.announceRequests(tx)
      return { ...recipient, dueAt: at, error: null }
    })
}

type LockCompany = (tx: Queryable, companyId: string) => Promise<unknown>
