/**
 * Somebody makes a company for themselves: the company with the limits of every new one, its owner, who is signed in, and its
 * first API key, all in one transaction. An e-mail address may have an account in many companies, so the response is the
 * same whether it has one.
 */

import { checkNewCompany, makeInsertCompany } from '../companies/companies.ts'
import type { Database, Queryable } from '../database/database.ts'
import type { Access } from '../identity/model/access.ts'
import { system } from '../identity/model/actor.ts'
import { InputFaults } from '../input-faults.ts'
import { type CreatedKey, makeInsertKey } from '../keys/keys.ts'
import type { NewId } from '../new-id.ts'
import { Problem } from '../problem.ts'
import { hashToken } from '../secret-token.ts'
import type { Browser, Newcomers, SignedIn } from '../sign-in/sign-in.ts'
import { isEmail } from '../users/model/user.ts'
import { makeInsertUser } from '../users/users.ts'
import { invitationBrand } from './invitations.ts'
import { invitationLimits, type SignUpLimit, signUpLimits } from './model/sign-up-limits.ts'
import type { SignUpMode } from './model/sign-up-mode.ts'
import * as store from './sign-up-store.ts'

export type SignUpInput = {
  email: string
  password: string
  name: string
  company: string
  timeZone?: string | undefined
  invitation?: string | undefined
}

export type SignUp = (
  given: SignUpInput,
  browser: Browser,
  requestId: string,
) => Promise<{ signedIn: SignedIn; companyId: string; firstKey: CreatedKey }>

type Deps = {
  db: Database
  now: () => Date
  newId: NewId
  randomBytes: (count: number) => Uint8Array
  access: Access
  newcomers: Newcomers
  mode: SignUpMode
}

type Permit = {
  /** Counts the attempt for good, before a password is hashed: a transaction that fails later takes nothing back. */
  count(): Promise<void>
  /** In the transaction that makes the company. */
  use(tx: Queryable): Promise<void>
}

/** 403: neither to sign in nor to try again helps. */
export const signUpClosed = { code: 'sign-up-closed', status: 403 } as const

export function makeSignUp(deps: Deps): SignUp {
  const { db, now, access, newcomers, randomBytes } = deps
  const insertCompany = makeInsertCompany(deps)
  const insertUser = makeInsertUser(deps)
  const insertKey = makeInsertKey(deps)
  return async ({ email, password, name, company, timeZone = 'UTC', invitation }, browser, requestId) => {
    const permit = await findPermit(deps, invitation, browser.address)
    const faults = new InputFaults()
    if (!isEmail(email.trim().normalize('NFC'))) faults.add('body.email', 'must be an e-mail address')
    faults.displayName('body.name', name)
    faults.displayName('body.company', company)
    newcomers.check(faults, password, [email, name, company])
    checkNewCompany({ name: company, timeZone })
    await permit.count()
    const hash = await newcomers.hash(password)
    return db.transaction(async (tx) => {
      await permit.use(tx)
      const service = { actor: system, requestId } as const
      const slug = slugOf(company, randomBytes)
      const { id: companyId } = await insertCompany(tx, service, { slug, name: company, timeZone }, { signedUp: true })
      const { id: userId } = await insertUser(tx, service, { companyId, email, name, role: 'owner' })
      const signedIn = await newcomers.begin(tx, { userId, companyId, hash }, browser, requestId)
      const by = { actor: { kind: 'user', id: userId }, requestId } as const
      const { scopes } = access
      const firstKey = await insertKey(tx, by, { companyId, createdBy: userId, name: 'First key', scopes })
      return { signedIn, companyId, firstKey }
    })
  }

  /** Throws before anything is computed where nobody may sign up. */
  async function findPermit({ mode }: Deps, invitation: string | undefined, address: string): Promise<Permit> {
    if (mode === 'off') throw new Problem(signUpClosed, 'Nobody can sign up here. Ask the operator for an account.')
    if (invitation !== undefined) {
      const sha256 = hashToken(invitationBrand, invitation)
      if (!sha256 || !(await store.isInvitation(db.connection, sha256, now()))) throw spent()
      return {
        count: () => countAttempt(invitationLimits(sha256)),
        async use(tx) {
          if ((await store.useInvitation(tx, sha256, now())) === undefined) throw spent()
        },
      }
    }
    if (mode === 'invite')
      throw new Problem(signUpClosed, 'Signing up needs an invitation here. Ask the operator for one.')
    const limits = signUpLimits(address)
    if ((await store.findFull(db.connection, dayOf(now()), limits)).length > 0) throw tooMany(now())
    return { count: () => countAttempt(limits), use: async () => undefined }
  }

  async function countAttempt(limits: readonly SignUpLimit[]): Promise<void> {
    await db.transaction(async (tx) => {
      if (!(await store.count(tx, dayOf(now()), limits))) throw tooMany(now())
    })
  }
}

const spent = () =>
  new Problem('unauthenticated', 'This invitation is not valid, or it has been used or has expired. Ask for a new one.')

const dayMs = 86_400_000
const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

const tooMany = (at: Date) =>
  new Problem('rate-limited', 'Too many have signed up today, from your network or in all. Try again tomorrow.', {
    retryAfterSeconds: Math.ceil((dayMs - (at.getTime() % dayMs)) / 1_000),
  })

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** From the name, with an end of chance, which says nothing of whether another has the name. */
function slugOf(name: string, randomBytes: (count: number) => Uint8Array): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
  const start = words.slice(0, 40).replaceAll(/^-+|-+$/g, '')
  const end = [...randomBytes(8)].map((byte) => alphabet[byte & 31]).join('')
  return `${start === '' ? 'company' : start}-${end}`
}
