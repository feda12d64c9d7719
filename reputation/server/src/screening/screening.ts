/**
 * Screening: how a name becomes a response that can be shown years later.
 *
 * A **party** (a name, and what else is known of it) is checked (`party.ts`), compared with the current lists
 * (`screen-party.ts`), what verdicts silence is set apart (`settle-screening.ts`), and the rest **recorded** with all that the response rests on, the **basis**: the engine and the version of
 * each list. Only then is it sent. Records wait together for one write (`record-screening.ts`), so a crash loses no
 * response that anybody has seen. From its record a screening can be **replayed** (`replay-screening.ts`), and a match be
 * given a **verdict** (`give-verdict.ts`) that later screenings of the same party show, and that can be taken back
 * (`withdraw-verdict.ts`).
 *
 * `undecided/` keeps the matches that wait for a verdict; `search/` finds records by text and verdict; `evidence/` shows
 * what a record rests on; `batches/` screens many names in the background.
 */
import type { Database } from '@service/foundation/database/database.ts'
import type { Disposer } from '@service/foundation/disposer.ts'
import type { App } from '@service/foundation/http/app.ts'
import type { Logger } from '@service/foundation/log/logger.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { type Lists, makeListHistory } from '../lists/lists.ts'
import { type AffectedDeps, affectedRoutes, makeFindAffected } from './affected/affected.ts'
import { type BatchDeps, batchRedactor, batchRoutes, makeBatches, startBatches } from './batches/batches.ts'
import { type EvidenceDeps, evidenceRoutes, makeReadEvidence, makeTryThreshold } from './evidence/evidence.ts'
import { makeGiveVerdict } from './give-verdict.ts'
import { makeHoldScreening } from './hold-screening.ts'
import { makeListRecords, makeListVerdicts } from './list-records.ts'
import { makeReadActorNames } from './read-actor-names.ts'
import { makeReadRecord } from './read-record.ts'
import type { Recorder } from './record-screening.ts'
import { type RecordDeps, recordRoutes } from './records.routes.ts'
import { makeReplayScreening } from './replay-screening.ts'
import { type ScreeningDeps, screeningRoutes as screenRoutes } from './routes.ts'
import { makeScreenParties } from './screen-party.ts'
import { screeningRedactor } from './screening-redactor.ts'
import { makeSearchRecords, type SearchDeps, searchRoutes } from './search/search.ts'
import { makeListUndecided, type UndecidedDeps, undecidedRoutes } from './undecided/undecided.ts'
import { verdictRedactor } from './verdict-redactor.ts'
import { type VerdictDeps, verdictRoutes } from './verdicts.routes.ts'
import { makeWithdrawVerdict } from './withdraw-verdict.ts'

export { countScreenings } from './count-store.ts'
export { names } from './names-person.ts'
export { screeningPruners } from './pruners.ts'
export { makeRecorder, type Recorder } from './record-screening.ts'
export { citedVersions } from './store.ts'

/** Batches first: what one records meanwhile is seen by the redactor of screenings, or forgotten by the batch itself (`batches/work-batch.ts`). */
export const screeningRedactors = [batchRedactor, screeningRedactor, verdictRedactor]

/** What a customer can do with screenings. */
export type Screenings = ScreeningDeps &
  RecordDeps &
  VerdictDeps &
  UndecidedDeps &
  SearchDeps &
  EvidenceDeps &
  BatchDeps &
  AffectedDeps

type Deps = {
  db: Database
  lists: Lists
  recorder: Recorder
  engineVersion: string
  now: () => Date
  newId: NewId
  uptimeMs: () => number
}

/** Also works off batches, until it is disposed of. */
export async function openScreenings(
  deps: Deps,
  { log, disposer }: { log: Logger; disposer: Disposer },
): Promise<Screenings> {
  const screenings = makeScreenings(deps)
  const batches = await startBatches({ ...deps, screenParties: screenings.screenParties, log })
  disposer.add('batches of screenings', () => batches.stop())
  return screenings
}

const makeScreenings = ({ db, lists, recorder, engineVersion, now, newId, uptimeMs }: Deps): Screenings => ({
  screenParties: makeScreenParties({ lists, recorder, engineVersion, now, newId, uptimeMs }),
  listRecords: makeListRecords({ db }),
  readRecord: makeReadRecord({ db }),
  readActorNames: makeReadActorNames({ db }),
  replayScreening: makeReplayScreening({ db, lists, engineVersion }),
  holdScreening: makeHoldScreening({ db, now, newId }),
  giveVerdict: makeGiveVerdict({ db, now, newId }),
  withdrawVerdict: makeWithdrawVerdict({ db, now, newId }),
  listVerdicts: makeListVerdicts({ db }),
  listUndecided: makeListUndecided({ db }),
  searchRecords: makeSearchRecords({ db }),
  readEvidence: makeReadEvidence({ db, lists, engineVersion }),
  tryThreshold: makeTryThreshold({ db, lists }),
  ...makeBatches({ db, now, newId }),
  findAffected: makeFindAffected({ db, lists, listHistory: makeListHistory({ db }), uptimeMs }),
})

export function screeningRoutes(app: App, screenings: Screenings): void {
  screenRoutes(app, screenings)
  recordRoutes(app, screenings)
  searchRoutes(app, screenings)
  evidenceRoutes(app, screenings)
  verdictRoutes(app, screenings)
  undecidedRoutes(app, screenings)
  batchRoutes(app, screenings)
  affectedRoutes(app, screenings)
}
