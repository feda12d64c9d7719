import type { Database, Queryable } from '@service/foundation/database/database.ts'
import type { RiskFinding } from '@service/reputation-domain/risk/model/finding.ts'
import { requireOwnSubject } from '../read/own-subject.ts'
import * as stories from './alert-story-store.ts'

export type FoundAlertStory = { story: stories.AlertStory; words: readonly string[]; outlets: readonly string[] }

/** The latest first, with how many there are of each state. `userId`: whose are counted as theirs. */
export type ListAlertStories = (
  companyId: string,
  asked: stories.AlertStoryFilter,
  options: { limit: number; userId: string | null },
) => Promise<{ found: FoundAlertStory[]; counts: stories.TriageCounts }>

export const makeListAlertStories =
  ({ db: { connection: db } }: { db: Database }): ListAlertStories =>
  async (companyId, asked, { limit, userId }) => {
    const subject = await requireOwnSubject(db, companyId)
    const [counts, listed] = await Promise.all([
      stories.count(db, companyId, userId),
      stories.list(db, companyId, asked, limit),
    ])
    return { counts, found: await withWords(db, companyId, subject.id, listed) }
  }

/** Of each story, so many articles say what it rests on. */
const readArticles = 40
const limits = { words: 5, outlets: 3 }

export async function withWords(
  db: Queryable,
  companyId: string,
  subjectId: string,
  listed: readonly stories.AlertStory[],
): Promise<FoundAlertStory[]> {
  const ids = listed.flatMap(({ articles }) => articles.slice(0, readArticles))
  const mentions = await stories.mentionsOf(db, companyId, subjectId, ids)
  const byArticle = new Map(mentions.map((mention) => [mention.articleId, mention]))
  return listed.map((story) => {
    const read = story.articles.slice(0, readArticles).flatMap((id) => byArticle.get(id) ?? [])
    return {
      story,
      words: riskWords(read.flatMap(({ risks }) => risks)),
      outlets: [...new Set(read.map(({ outlet }) => outlet))].slice(0, limits.outlets),
    }
  })
}

/** The gravest first, then the most frequent; without what weakened or strengthened them, and each once in whatever case. */
function riskWords(risks: readonly RiskFinding[]): string[] {
  const tally = new Map<string, { word: string; strength: number; count: number }>()
  for (const { because, strength } of risks) {
    const [word = because] = because.split(', ')
    if (!/\p{L}{3}/u.test(word)) continue
    const key = word.toLowerCase()
    const known = tally.get(key)
    tally.set(key, {
      word: known?.word ?? word,
      strength: Math.max(strength, known?.strength ?? 0),
      count: (known?.count ?? 0) + 1,
    })
  }
  return [...tally.values()]
    .sort((one, other) => other.strength - one.strength || other.count - one.count)
    .slice(0, limits.words)
    .map(({ word }) => word)
}
