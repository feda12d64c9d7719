/**
 * Triage: stories with alerts, as the people of a company work on them.
 *
 * A story is `new` until somebody has `seen` it, has it `assigned`, or `closed` it; it can be muted, by itself or with all
 * of its kind of risk. What was decided is tied to an article and follows the story in which that article is, for a late
 * article may give a story another id. A story that becomes critical after it was seen or closed is new again, and what was
 * muted before is heard: nobody misses what got worse. The list of alerts and webhooks know nothing of triage.
 */
import { namesOf } from '@service/foundation/audit/audit.ts'
import type { Database } from '@service/foundation/database/database.ts'
import type { Pruner } from '@service/foundation/erasure/model/eraser.ts'
import type { Access } from '@service/foundation/identity/model/access.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import type { TriageDeps } from './alert-stories.routes.ts'
import * as stories from './alert-story-store.ts'
import { makeListAlertStories } from './list-alert-stories.ts'
import { makeMuteCategory } from './mute-category.ts'
import { makeReadAlertStory } from './read-alert-story.ts'
import * as triage from './triage-store.ts'
import { makeTriageStory, rolesThatTriage } from './triage-story.ts'

export { type TriageDeps, triageRoutes } from './alert-stories.routes.ts'
export { noteRedactor } from './note-redactor.ts'
export { makeReadStoryNews, type ReadStoryNews, type StoryNews } from './read-story-news.ts'

export const makeTriage = (deps: { db: Database; now: () => Date; newId: NewId; access: Access }): TriageDeps => {
  const db = deps.db.connection
  return {
    listAlertStories: makeListAlertStories(deps),
    readAlertStory: makeReadAlertStory(deps),
    triageStory: makeTriageStory(deps),
    muteCategory: makeMuteCategory(deps),
    listAssignees: (companyId) => stories.listAssignees(db, companyId, rolesThatTriage(deps.access)),
    async listMutedCategories(companyId) {
      const muted = await triage.listMutedCategories(db, companyId)
      const actors = muted.map(({ actor }) => actor)
      const names = await namesOf(db, companyId, actors)
      return muted.map((one) => ({ ...one, actorName: names.get(one.actor) ?? null }))
    },
  }
}

export const triagePruners = (keptMs: number): readonly Pruner[] => [
  { name: 'decisions about stories', keptMs, prune: triage.deleteBefore('story_triage') },
  { name: 'acts about stories', keptMs, prune: triage.deleteBefore('story_acts') },
]
