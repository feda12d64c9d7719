/**
 * The second factor: a code of an app (`totp.ts`) beside the password, at sign-in and wherever the password is asked for
 * again. It is asked for once the person has shown that the app has the secret; they then get ten **recovery codes** for paper,
 * each of which stands in for a code once. No code is accepted twice. Attempts are counted for each person, who proved the
 * password before. Somebody who has lost both is helped by those who manage the people of the company, or by the operator.
 */
import { createHash } from 'node:crypto'
import { makeAudit } from '../../audit/audit.ts'
import type { Database, Queryable } from '../../database/database.ts'
import type { Act } from '../../identity/model/actor.ts'
import type { Principal } from '../../identity/model/principal.ts'
import { requireFresh } from '../../identity/model/step-up.ts'
import { Problem } from '../../problem.ts'
import type { Sealer } from '../../sealing/sealing.ts'
import type { LimitAttempts } from '../limit-attempts.ts'
import { factorSubjectsOf } from '../model/attempt-delays.ts'
import type { SessionDeps } from '../start-session.ts'
import * as store from './factor-store.ts'
import { otpauthUri, secretBytes, stepOf, toBase32 } from './totp.ts'

export type SecondFactorState = { isOn: boolean; since: Date | null; recoveryCodesLeft: number }

export type SecondFactor = {
  read(by: Principal): Promise<SecondFactorState>
  /** A secret for the app, shown once; nothing is asked for yet. */
  begin(by: Principal & Act, account: string): Promise<{ secret: string; uri: string }>
  /** From now on a code is asked for; returns the recovery codes, shown once. */
  confirm(by: Principal & Act, code: string): Promise<string[]>
  renewCodes(by: Principal & Act): Promise<string[]>
  remove(by: Principal & Act): Promise<void>
  /** Throws unless the person has none, or this is a code of theirs. Of somebody who has proved the password. */
  prove(userId: string, code: string | undefined): Promise<'none' | 'app' | 'recovery code'>
}

export type FactorDeps = SessionDeps & {
  db: Database
  title: string
  sealer: Pick<Sealer, 'seal' | 'open'>
  limitAttempts: LimitAttempts
}

const recoveryCodes = 10

/** The password was right, and a code is needed as well. */
const codeNeeded = { code: 'second-factor-required', status: 403 } as const
const wrongCode = { code: 'wrong-code', status: 403 } as const

export function makeSecondFactor(deps: FactorDeps): SecondFactor {
  const { db, now, randomBytes, sealer, title, limitAttempts } = deps
  const audit = makeAudit(deps)
  const open = ({ userId, secretSealed }: store.Totp) => Buffer.from(sealer.open(secretSealed, userId), 'base64url')

  async function writeCodes(tx: Queryable, userId: string): Promise<string[]> {
    const codes = Array.from({ length: recoveryCodes }, () => newRecoveryCode(randomBytes))
    await store.replaceCodes(tx, userId, codes.map(hashOf))
    return codes
  }

  async function record(tx: Queryable, by: Principal & Act, action: string) {
    await audit.record(tx, by, { companyId: by.companyId, action, target: by.actor.id })
  }

  async function accept(tx: Queryable, factor: store.Totp, code: string): Promise<'app' | 'recovery code' | undefined> {
    const typed = code.replaceAll(/[\s-]/g, '')
    const step = stepOf(open(factor), typed, now(), factor.lastStep)
    if (step !== undefined) return (await store.accept(tx, factor.userId, step)) ? 'app' : undefined
    if (factor.confirmedAt === null || !/^[a-z2-7]{16}$/i.test(typed)) return undefined
    return (await store.useCode(tx, factor.userId, hashOf(typed))) ? 'recovery code' : undefined
  }

  /** Counted before it is looked at, so that many at once are as many. */
  async function check(factor: store.Totp, code: string): Promise<'app' | 'recovery code'> {
    const attempt = await limitAttempts(factorSubjectsOf(factor.userId))
    const accepted = await db.transaction(async (tx) => {
      const by = await accept(tx, factor, code)
      if (by !== undefined) await attempt.succeeded(tx)
      return by
    })
    if (accepted === undefined) throw new Problem(wrongCode, 'The code is wrong, or was used already.')
    return accepted
  }

  return {
    async read({ actor }) {
      const found = await store.find(db.connection, actor.id)
      const since = found?.confirmedAt ?? null
      return { isOn: since !== null, since, recoveryCodesLeft: await store.countCodes(db.connection, actor.id) }
    },

    async begin(by, account) {
      requireFresh(by)
      const bytes = randomBytes(secretBytes)
      const userId = by.actor.id
      const secretSealed = sealer.seal(Buffer.from(bytes).toString('base64url'), userId)
      if (!(await store.begin(db.connection, { userId, companyId: by.companyId, secretSealed })))
        throw new Problem('conflict', 'You have a second factor already. Remove it first.')
      const secret = toBase32(bytes)
      return { secret, uri: otpauthUri(secret, { issuer: title, account }) }
    },

    async confirm(by, code) {
      requireFresh(by)
      const userId = by.actor.id
      const found = await store.find(db.connection, userId)
      if (!found || found.confirmedAt !== null)
        throw new Problem('conflict', 'There is nothing to confirm. Begin first.')
      await check(found, code)
      return db.transaction(async (tx) => {
        await store.confirm(tx, userId, now())
        await record(tx, by, 'second-factor.add')
        return writeCodes(tx, userId)
      })
    },

    renewCodes: (by) => {
      requireFresh(by)
      return db.transaction(async (tx) => {
        const found = await store.find(tx, by.actor.id)
        if (!found?.confirmedAt) throw new Problem('conflict', 'You have no second factor.')
        await record(tx, by, 'second-factor.renew-codes')
        return writeCodes(tx, by.actor.id)
      })
    },

    async remove(by) {
      requireFresh(by)
      await db.transaction(async (tx) => {
        if (!(await store.remove(tx, by.actor.id))) return
        await record(tx, by, 'second-factor.remove')
      })
    },

    async prove(userId, code) {
      const found = await store.find(db.connection, userId)
      if (!found?.confirmedAt) return 'none'
      if (code === undefined || code.trim() === '')
        throw new Problem(codeNeeded, 'A code of your app is needed as well, or one of your recovery codes.')
      return check(found, code)
    },
  }
}

/** 80 random bits in four groups, which nobody guesses. */
function newRecoveryCode(randomBytes: (count: number) => Uint8Array): string {
  return toBase32(randomBytes(10))
    .toLowerCase()
    .replaceAll(/.{4}(?=.)/g, '$&-')
}

const hashOf = (code: string): Buffer => createHash('sha256').update(code.replaceAll('-', '').toLowerCase()).digest()
