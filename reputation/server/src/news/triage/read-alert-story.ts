import { namesOf } from '@service/foundation/audit/audit.ts'
import type { Database } from '@service/foundation/database/database.ts'
import { Problem } from '@service/foundation/problem.ts'
import { type Announced, listAnnounced } from '@service/foundation/webhooks/webhooks.ts'
import { requireOwnSubject } from '../read/own-subject.ts'
import * as stories from './alert-story-store.ts'
import { type FoundAlertStory, withWords } from './list-alert-stories.ts'
import * as triage from './triage-store.ts'

/** A story with alerts, with what people did about it and to which webhooks its alerts were sent. */
export type ReadAlertStory = (
  companyId: string,
  story: string,
) => Promise<FoundAlertStory & { acts: triage.StoryAct[]; names: ReadonlyMap<string, string>; announced: Announced[] }>

const maxActs = 200
/** An event is written when its alert is detected; clocks of processes differ. */
const slackMs = 600_000

export const makeReadAlertStory =
  ({ db: { connection: db } }: { db: Database }): ReadAlertStory =>
  async (companyId, id) => {
    const subject = await requireOwnSubject(db, companyId)
    const [story] = await stories.list(db, companyId, { id }, 1)
    if (!story) throw storyNotFound()
    const [[found], acts, alerts] = await Promise.all([
      withWords(db, companyId, subject.id, [story]),
      triage.listActs(db, companyId, id, maxActs),
      stories.alertsOf(db, companyId, id),
    ])
    const people = acts.flatMap(({ actor, assigneeId }) => [actor, ...(assigneeId ? [`user:${assigneeId}`] : [])])
    const last = Math.max(story.lastAt.getTime(), ...alerts.map(({ detectedAt }) => detectedAt.getTime()))
    const [names, announced] = await Promise.all([
      namesOf(db, companyId, people),
      listAnnounced(db, companyId, {
        kinds: ['alert.critical', 'alert.high'],
        dataIds: alerts.map(({ id }) => id),
        from: new Date(story.beganAt.getTime() - slackMs),
        until: new Date(last + slackMs),
      }),
    ])
    return { story, words: [], outlets: [], ...found, acts, names, announced }
  }

export const storyNotFound = () => new Problem('not-found', 'There is no such story with alerts.')
