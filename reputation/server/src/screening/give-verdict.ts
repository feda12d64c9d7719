import { makeAudit } from '@service/foundation/audit/audit.ts'
import type { Database, Queryable } from '@service/foundation/database/database.ts'
import { InputFaults } from '@service/foundation/input-faults.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { Problem } from '@service/foundation/problem.ts'
import type { PartyKeys } from './model/party-keys.ts'
import { partyKeys } from './model/party-keys.ts'
import type { Caller } from './model/screening-record.ts'
import type { Verdict, VerdictWord } from './model/verdict.ts'
import { faultOfText } from './readable-text.ts'
import * as screenings from './store.ts'
import * as undecided from './undecided/undecided-store.ts'
import * as verdicts from './verdict-store.ts'

export type NewVerdict = { entityId: string; verdict: VerdictWord; note?: string; reviewer?: string }

/** Says of an entry that a screening shows whether it is the listed party. It replaces an earlier verdict, which stays as history. */
export type GiveVerdict = (caller: Caller, screeningId: string, given: NewVerdict) => Promise<Verdict>

type Deps = { db: Database; now: () => Date; newId: NewId }

export function makeGiveVerdict({ db, now, newId }: Deps): GiveVerdict {
  const audit = makeAudit({ now, newId })
  return async (by, screeningId, given) => {
    const { companyId } = by
    checkTexts(given)
    return db.transaction(async (tx) => {
      const screening = await screenings.find(tx, companyId, screeningId)
      if (!screening) throw new Problem('not-found', 'Screening not found.')
      if (!screening.party) throw new Problem('conflict', 'A person was erased from this screening.')
      const { party, matches, near, suppressed } = screening
      const shown = [...(matches ?? []), ...(near ?? []), ...(suppressed ?? [])]
      const judged = shown.find(({ entityId }) => entityId === given.entityId)
      if (!judged) throw noSuchMatch()
      const keys = partyKeys({ companyId, party })
      const before = await readBefore(tx, keys, given.entityId)
      const verdict: Verdict = {
        ...keys,
        id: newId('vrd'),
        entityId: given.entityId,
        entryState: judged.entryState ?? null,
        name: party.name,
        verdict: given.verdict,
        note: given.note ?? null,
        reviewer: given.reviewer ?? null,
        actor: by.actor,
        screeningId,
        at: now(),
        withdrawnAt: null,
        withdrawnBy: null,
      }
      await verdicts.insert(tx, verdict)
      await undecided.remove(tx, keys, verdict.entityId)
      await audit.record(tx, by, {
        at: verdict.at,
        companyId,
        action: 'verdict.give',
        target: verdict.id,
        before: before ? { verdictId: before.id, verdict: before.verdict } : null,
        after: { verdict: verdict.verdict, entityId: verdict.entityId, screeningId }, // without the name: it is personal
      })
      return verdict
    })
  }
}

/** The newest verdict on the entry, on the name or for the reference. */
async function readBefore(tx: Queryable, keys: PartyKeys, entityId: string): Promise<Verdict | undefined> {
  const { companyId, referenceSha256 } = keys
  const found = await verdicts.readCurrent(tx, [keys])
  if (referenceSha256 !== null) found.push(...(await verdicts.readOfReferences(tx, [{ companyId, referenceSha256 }])))
  return found
    .flat()
    .filter((verdict) => verdict.entityId === entityId)
    .sort((one, other) => (one.id < other.id ? 1 : -1))[0]
}

function checkTexts({ note, reviewer }: NewVerdict): void {
  const faults = new InputFaults()
  for (const [path, text] of [
    ['body.note', note],
    ['body.reviewer', reviewer],
  ] as const) {
    const fault = text === undefined ? undefined : faultOfText(text)
    if (fault) faults.add(path, fault)
  }
  faults.throwIfAny()
}

function noSuchMatch(): Problem {
  const message = 'is no match of this screening, nor near or suppressed in it'
  return new Problem('invalid-request', `body.entityId ${message}.`, { details: [{ path: 'body.entityId', message }] })
}
