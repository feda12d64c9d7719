import { makeAudit } from '../audit/audit.ts'
import type { Database, Queryable } from '../database/database.ts'
import type { Act } from '../identity/model/actor.ts'
import type { NewId } from '../new-id.ts'
import type { Redaction, Redactor } from './model/eraser.ts'
import { checkPerson, isSpecific, type Person } from './model/person.ts'

export type ErasureReport = { [redactor: string]: Pick<Redaction, 'redacted' | 'held'> }

/** `preview` finds and counts, and leaves everything as it is. */
export type ErasePerson = {
  preview(companyId: string | undefined, person: Person): Promise<ErasureReport>
  erase(by: Act, companyId: string | undefined, person: Person): Promise<ErasureReport>
}

type Deps = {
  db: Database
  now: () => Date
  newId: NewId
  /** The redactors in their order: each is given what those before it have learnt. */
  redactors: readonly Redactor[]
}

export function makeErasePerson({ db, now, newId, redactors }: Deps): ErasePerson {
  const audit = makeAudit({ now, newId })
  const redactAll = async (tx: Queryable, companyId: string | undefined, person: Person) => {
    const at = now()
    const report: ErasureReport = {}
    const mentions = [person.email, person.name].flatMap((text) => (text === undefined ? [] : [{ companyId, text }]))
    for (const redactor of redactors) {
      const { redacted, held, learnt = [] } = await redactor.redact(tx, { companyId, person, mentions, at })
      report[redactor.name] = { redacted, held }
      mentions.push(...learnt.filter(({ text }) => isSpecific(text)))
    }
    return report
  }
  return {
    async preview(companyId, person) {
      checkPerson(person)
      const rehearsal = new Rehearsal()
      await db
        .transaction(async (tx) => {
          rehearsal.report = await redactAll(tx, companyId, person)
          throw rehearsal
        })
        .catch((error) => {
          if (error !== rehearsal) throw error
        })
      return rehearsal.report
    },

    async erase(by, companyId, person) {
      checkPerson(person)
      return db.transaction(async (tx) => {
        const report = await redactAll(tx, companyId, person)
        await audit.record(tx, by, {
          companyId: companyId ?? null,
          action: 'person.erase',
          target: 'person', // the event must not name them
          after: report,
        })
        return report
      })
    },
  }
}

/** Thrown to roll a transaction back once it has shown what it would do. */
class Rehearsal extends Error {
  report: ErasureReport = {}
}
