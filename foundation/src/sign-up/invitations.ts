/** The operator's invitations to sign up: their administration. */
import { type Guarded, operatorsOnly, type Rules } from '../administration/administration.ts'
import { makeAudit } from '../audit/audit.ts'
import type { Database } from '../database/database.ts'
import { type Act, actorText } from '../identity/model/actor.ts'
import type { NewId } from '../new-id.ts'
import { Problem } from '../problem.ts'
import { generateToken, hashToken } from '../secret-token.ts'
import * as store from './sign-up-store.ts'

export const invitationBrand = 'svi_'

const invitationMs = 14 * 24 * 3_600_000

type Acts = {
  /** The link is shown once. */
  inviteToSignUp(by: Act): Promise<{ id: string; link: string; expiresAt: Date }>
  /** Those that can be used. */
  listSignUpInvitations(by: Act): Promise<store.SignUpInvitation[]>
  withdrawSignUpInvitation(by: Act, id: string): Promise<void>
}

export type SignUpActs = Guarded<Acts>

type Deps = {
  db: Database
  now: () => Date
  newId: NewId
  randomBytes: (count: number) => Uint8Array
  pagesUrl: string
}

export function makeSignUpActs(deps: Deps): Acts {
  const { db, now, newId, randomBytes, pagesUrl } = deps
  const audit = makeAudit(deps)
  return {
    inviteToSignUp: (by) =>
      db.transaction(async (tx) => {
        const at = now()
        const token = generateToken(invitationBrand, randomBytes)
        const expiresAt = new Date(at.getTime() + invitationMs)
        const invitation = { id: newId('inv'), createdBy: actorText(by.actor), createdAt: at, expiresAt }
        await store.insertInvitation(tx, invitation, hashToken(invitationBrand, token)!)
        await audit.record(tx, by, {
          at,
          companyId: null,
          action: 'sign-up.invite',
          target: invitation.id,
          after: { expiresAt },
        })
        return { id: invitation.id, link: `${pagesUrl}/sign-up#${token}`, expiresAt }
      }),
    listSignUpInvitations: () => store.listInvitations(db.connection, now()),
    withdrawSignUpInvitation: (by, id) =>
      db.transaction(async (tx) => {
        if (!(await store.withdrawInvitation(tx, id))) throw new Problem('not-found', `Invitation ${id} not found.`)
        await audit.record(tx, by, { companyId: null, action: 'sign-up.withdraw', target: id })
      }),
  }
}

export const signUpRules: Rules<Acts> = {
  inviteToSignUp: operatorsOnly,
  listSignUpInvitations: operatorsOnly,
  withdrawSignUpInvitation: operatorsOnly,
}
