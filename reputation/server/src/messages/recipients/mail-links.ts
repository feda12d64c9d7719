/** Links in mails, by which recipients decide without an account: the person who has the mail has the address. */
import { makeAudit } from '@service/foundation/audit/audit.ts'
import type { Database } from '@service/foundation/database/database.ts'
import { system } from '@service/foundation/identity/model/actor.ts'
import { generateToken, hashToken } from '@service/foundation/secret-token.ts'
import type { RecipientState } from '../model/recipient.ts'
import type { RecipientDeps } from './recipient-acts.ts'
import * as recipients from './recipient-store.ts'

const brand = 'svm_'
export const mailLinkPath = '/mail'

/** A new link for a mail that is about to be sent. */
export type MakeMailLink = (recipientId: string, lastsMs: number) => Promise<string>

type LinkDeps = { db: Database; now: () => Date; randomBytes: (count: number) => Uint8Array; baseUrl: () => string }

export const makeMailLinks =
  ({ db, now, randomBytes, baseUrl }: LinkDeps): MakeMailLink =>
  async (recipientId, lastsMs) => {
    const token = generateToken(brand, randomBytes)
    const expiresAt = new Date(now().getTime() + lastsMs)
    await recipients.addLink(db.connection, { tokenSha256: hashToken(brand, token)!, recipientId, expiresAt })
    return `${baseUrl()}${mailLinkPath}/${token}`
  }

export type Decisions = {
  /** Undefined where the link is not valid, or no longer. */
  read(token: string): Promise<recipients.Linked | undefined>
  /** Audited where it changes anything. */
  decide(
    token: string,
    state: Exclude<RecipientState, 'waiting'>,
    requestId: string,
  ): Promise<recipients.Linked | undefined>
}

export function makeDecisions(deps: RecipientDeps): Decisions {
  const { db, now } = deps
  const audit = makeAudit(deps)
  const find = async (token: string) => {
    const tokenSha256 = hashToken(brand, token)
    return tokenSha256 && recipients.findByLink(db.connection, tokenSha256, now())
  }
  return {
    read: find,
    async decide(token, state, requestId) {
      const linked = await find(token)
      if (!linked) return undefined
      const { id, companyId } = linked
      await db.transaction(async (tx) => {
        const at = now()
        if (!(await recipients.decide(tx, { id, state, at }))) return
        const action = state === 'confirmed' ? 'recipient.confirm' : 'recipient.stop'
        // By the link: the recipient is nobody whom the service knows.
        await audit.record(tx, { actor: system, requestId }, { companyId, action, target: id, at })
      })
      return { ...linked, state }
    },
  }
}
