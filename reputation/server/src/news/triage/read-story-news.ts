import type { Database } from '@service/foundation/database/database.ts'
import type { Severity } from '@service/reputation-domain/alerts/level.ts'
import { ownSubject } from '../subjects/subject-store.ts'
import * as stories from './alert-story-store.ts'
import { withWords } from './list-alert-stories.ts'

/** What messages say of a story. */
export type StoryNews = {
  story: string
  title: string
  source: string
  url: string
  severity: Severity
  outletCount: number
  words: readonly string[]
  isMuted: boolean
  isClosed: boolean
}

export type ReadStoryNews = {
  /** The story of an alert; undefined where the alert is not there any more. */
  ofAlert(companyId: string, alertId: string): Promise<StoryNews | undefined>
  /** Those that raised an alert in that time, the last first, and how many wait to be looked at. */
  alertedIn(
    companyId: string,
    span: { from: Date; until: Date },
    limit: number,
  ): Promise<{ stories: StoryNews[]; open: number }>
}

export const makeReadStoryNews = ({ db: { connection: db } }: { db: Database }): ReadStoryNews => {
  async function list(companyId: string, filter: stories.AlertStoryFilter, limit: number): Promise<StoryNews[]> {
    const subject = await ownSubject(db, companyId)
    if (!subject) return []
    const found = await stories.list(db, companyId, filter, limit)
    return (await withWords(db, companyId, subject.id, found)).map(({ story, words }) => ({
      story: story.id,
      title: story.title,
      source: story.source,
      url: story.url,
      severity: story.severity,
      outletCount: story.outletCount,
      words,
      isMuted: story.mutedBy !== null,
      isClosed: story.state === 'closed',
    }))
  }
  return {
    async ofAlert(companyId, alertId) {
      const id = await stories.storyOfAlert(db, companyId, alertId)
      return id === undefined ? undefined : (await list(companyId, { id }, 1))[0]
    },
    async alertedIn(companyId, span, limit) {
      const { new: fresh, seen, assigned } = await stories.count(db, companyId, null)
      return { stories: await list(companyId, { ...span, muted: false }, limit), open: fresh + seen + assigned }
    },
  }
}
