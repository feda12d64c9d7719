import type { Database } from '@service/foundation/database/database.ts'
import type { CompanyReference } from '../../events/events.ts'
import { companyReference } from '../../events/events.ts'
import { type OwnSubject, requireOwnSubject } from './own-subject.ts'
import * as stories from './story-store.ts'

/** The last begun first. */
export type ListStories = (
  companyId: string,
  asked: stories.StoryFilter,
  limit: number,
) => Promise<{ company: CompanyReference; subject: OwnSubject; stories: stories.ListedStory[] }>

export const makeListStories =
  ({ db: { connection: db } }: { db: Database }): ListStories =>
  async (companyId, asked, limit) => {
    const [company, found, subject] = await Promise.all([
      companyReference(db, companyId),
      stories.list(db, companyId, asked, limit),
      requireOwnSubject(db, companyId),
    ])
    return { company, subject, stories: found }
  }
