import { makeAudit } from '@service/foundation/audit/audit.ts'
import { changedFields } from '@service/foundation/audit/model/changed-fields.ts'
import type { Database, Queryable } from '@service/foundation/database/database.ts'
import type { Access } from '@service/foundation/identity/model/access.ts'
import { type Act, actorText } from '@service/foundation/identity/model/actor.ts'
import { InputFaults } from '@service/foundation/input-faults.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import * as stories from './alert-story-store.ts'
import { storyNotFound } from './read-alert-story.ts'
import type { StoryActWord, TriageState } from './triage-states.ts'
import * as triage from './triage-store.ts'

export type TriageChange = {
  state?: TriageState
  /** Null: nobody's any more. */
  assigneeId?: string | null
  muted?: boolean
  note?: string
}

/** Changes what is made of a story; what is not given stays. The API's list of alerts stays as it is, whatever is decided. */
export type TriageStory = (by: Act, companyId: string, story: string, change: TriageChange) => Promise<void>

type Deps = { db: Database; now: () => Date; newId: NewId; access: Access }

/** Who has this may be given a story. */
export const triagePermission = 'alerts:triage'

export const rolesThatTriage = ({ roles, permissionsOf }: Access): string[] =>
  roles.filter((role) => permissionsOf(role).has(triagePermission))

export function makeTriageStory({ db, now, newId, access }: Deps): TriageStory {
  const audit = makeAudit({ now, newId })
  return async (by, companyId, story, change) => {
    checkNote(change.note)
    await db.transaction(async (tx) => {
      const found = await triage.lock(tx, companyId, story)
      if (!found) throw storyNotFound()
      await checkAssignee(tx, companyId, change, access)
      const before: triage.Triage = found.decided ?? { state: 'new', assigneeId: null, mutedAtSeverity: null }
      const after = decide(before, change, found.severity)
      const at = now()
      const acts = actsOf(before, after, change, found.decided?.severity !== found.severity)
      if (acts.length === 0) return
      // What only a note or a mute changes is no decision: a story that has become critical stays to be looked at.
      const severity = isDecided(change) ? found.severity : (found.decided?.severity ?? found.severity)
      await triage.write(tx, companyId, { ...found, ...after, severity }, at)
      const rows = acts.map((act) => ({ id: newId('sac'), at, actor: actorText(by.actor), ...act }))
      await triage.addActs(tx, companyId, found, rows)
      const changed = changedFields(shown(before), shown(after)) ?? {}
      await audit.record(tx, by, { ...changed, companyId, action: 'story.triage', target: story, at })
    })
  }
}

const shown = ({ state, assigneeId, mutedAtSeverity }: triage.Triage) => ({
  state,
  assigneeId,
  muted: mutedAtSeverity !== null,
})

/** A story that somebody is given is assigned; in any other state it is nobody's. */
function decide(before: triage.Triage, change: TriageChange, severity: 'high' | 'critical'): triage.Triage {
  const { state, assigneeId, muted } = change
  const mutedAtSeverity = muted === undefined ? before.mutedAtSeverity : muted ? severity : null
  if (assigneeId) return { state: 'assigned', assigneeId, mutedAtSeverity }
  if (state === undefined && assigneeId === undefined) return { ...before, mutedAtSeverity }
  if (state === undefined) {
    return { state: before.state === 'assigned' ? 'seen' : before.state, assigneeId: null, mutedAtSeverity }
  }
  if (state === 'assigned') return { state, assigneeId: before.assigneeId, mutedAtSeverity }
  return { state, assigneeId: null, mutedAtSeverity }
}

const isDecided = ({ state, assigneeId }: TriageChange): boolean => state !== undefined || assigneeId !== undefined

type NewAct = { act: StoryActWord | null; assigneeId: string | null; note: string | null }

/** The note belongs to the first of them. `isOther`: it is not as severe as when it was last decided about. */
function actsOf(before: triage.Triage, after: triage.Triage, change: TriageChange, isOther: boolean): NewAct[] {
  const acts: NewAct[] = []
  if (isDecided(change) && (isOther || before.state !== after.state || before.assigneeId !== after.assigneeId)) {
    acts.push({ act: after.state, assigneeId: after.assigneeId, note: null })
  }
  if (before.mutedAtSeverity !== after.mutedAtSeverity) {
    acts.push({ act: after.mutedAtSeverity === null ? 'unmuted' : 'muted', assigneeId: null, note: null })
  }
  const note = change.note?.trim()
  if (!note) return acts
  const [first = { act: null, assigneeId: null }, ...others] = acts
  return [{ ...first, note }, ...others]
}

async function checkAssignee(tx: Queryable, companyId: string, change: TriageChange, access: Access): Promise<void> {
  const { state, assigneeId } = change
  const faults = new InputFaults()
  if (state === 'assigned' && !assigneeId) faults.add('body.assigneeId', 'is needed: who is to look at it')
  if (assigneeId && state !== undefined && state !== 'assigned') {
    faults.add('body.state', 'must be `assigned` where somebody is named')
  }
  if (assigneeId) {
    const people = await stories.listAssignees(tx, companyId, rolesThatTriage(access))
    if (!people.some(({ id }) => id === assigneeId)) {
      faults.add('body.assigneeId', 'must be somebody of the company who may work on alerts')
    }
  }
  faults.throwIfAny()
}

/** The database can hold neither NUL nor half of a surrogate pair. */
function checkNote(note = ''): void {
  const faults = new InputFaults()
  if (note.includes('\0') || !note.isWellFormed()) faults.add('body.note', 'must be well-formed Unicode without NUL')
  faults.throwIfAny()
}
