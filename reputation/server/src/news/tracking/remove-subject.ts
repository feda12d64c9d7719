import { type Audit, makeAudit } from '@service/foundation/audit/audit.ts'
import type { Database, Queryable } from '@service/foundation/database/database.ts'
import { retriedOnDeadlock } from '@service/foundation/database/retried-on-deadlock.ts'
import type { Act } from '@service/foundation/identity/model/actor.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { Problem } from '@service/foundation/problem.ts'
import * as mentions from '../articles/mention-store.ts'
import * as figures from '../figures/figures-store.ts'
import * as subjectDays from '../figures/subject-days-store.ts'
import type { StoredSubject } from '../model/stored-subject.ts'
import { everyDay } from '../queue/days-due-store.ts'
import { markFiguresDue } from '../queue/figures-due-store.ts'
import * as subjects from '../subjects/subject-store.ts'

export type RemovedSubject = StoredSubject & { mentions: number; followers: subjects.Follower[] }

/**
 * Removes a subject with what was found about it in the news; the articles stay, and so do events that were sent. Whose
 * own it was has no alerts, no sentiment and no score left; whose peer it was has its share of voice made again without it,
 * in the background. Both only where that is wanted.
 */
export type RemoveSubject = (by: Act, idOrName: string, options: { evenIfFollowed: boolean }) => Promise<RemovedSubject>

type Deps = { db: Database; now: () => Date; newId: NewId }

export function makeRemoveSubject({ db, now, newId }: Deps): RemoveSubject {
  const audit = makeAudit({ now, newId })
  return (by, idOrName, { evenIfFollowed }) =>
    retriedOnDeadlock(() =>
      db.transaction(async (tx) => {
        const subject = await subjects.lock(tx, idOrName)
        if (!subject) throw new Problem('not-found', `Subject ${idOrName} not found, or its name is not unique.`)
        return deleteSubject(tx, { subject, audit, now, evenIfFollowed }, by)
      }),
    )
}

type Deletion = { subject: StoredSubject; audit: Audit; now: () => Date; evenIfFollowed?: boolean }

/** The subject is locked by the caller. */
export async function deleteSubject(
  tx: Queryable,
  { subject, audit, now, evenIfFollowed = true }: Deletion,
  by: Act,
): Promise<RemovedSubject> {
  const { id, companyId, name, sector, aliases, blockers } = subject
  const followers = await subjects.removeFollowers(tx, id)
  if (followers.length > 0 && !evenIfFollowed) {
    const [first] = followers
    const who = followers.length === 1 ? `${first!.companyId} follows` : `${followers.length} companies follow`
    throw new Problem('conflict', `${who} this subject: use --followed to remove it anyway.`)
  }
  const found = await mentions.deleteOfSubject(tx, id)
  await subjectDays.removeSubject(tx, id)
  await subjects.remove(tx, id)
  // Held before anything else of theirs, as the making of figures does.
  await markFiguresDue(
    tx,
    followers.map((follower) => follower.companyId),
    everyDay,
    now(),
  )
  for (const follower of followers) if (follower.role === 'own') await figures.removeAll(tx, follower.companyId)
  await audit.record(tx, by, {
    companyId: companyId ?? null,
    action: 'subject.remove',
    target: id,
    before: { name, sector, aliases, ...(blockers && { blockers }), followers },
  })
  return { ...subject, mentions: found, followers }
}
