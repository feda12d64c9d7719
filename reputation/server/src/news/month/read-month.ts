/**
 * What a month of news comes to, for those who tell of it: read in one transaction that sees one state of the database,
 * so that all of it fits together, then computed in a thread.
 */
import type { Database, Queryable } from '@service/foundation/database/database.ts'
import { threadTask } from '@service/foundation/threads/thread-task.ts'
import type { WorkerThread } from '@service/foundation/threads/worker-thread.ts'
import { type Owner, platform } from '@service/reputation-domain/articles/owner.ts'
import { dayMs, dayOf, isoDay } from '@service/reputation-domain/series/model/day.ts'
import { localTime } from '@service/reputation-domain/series/model/month.ts'
import { sql } from 'kysely'
import * as articles from '../articles/article-store.ts'
import { mentionsForSums } from '../figures/compute-subject-days.ts'
import * as subjectDays from '../figures/subject-days-store.ts'
import { correctedMentions } from '../figures/visible-mentions.ts'
import type { MonthOfNews, MonthPeer } from '../model/month-of-news.ts'
import type { StoredMention } from '../model/stored-mention.ts'
import { requireOwnSubject } from '../read/own-subject.ts'
import * as scores from '../read/score-store.ts'
import * as subjects from '../subjects/subject-store.ts'
import { type ComputedMonth, type MonthInput, mentionsFrom } from './compute-month.ts'
import * as store from './month-store.ts'
import { windowFrom } from './score-month.ts'

/** The dates of the month that are covered, the first of it first, in the time zone of the company. */
export type AskedMonth = { dates: readonly string[]; timeZone: string }

/** Throws a `Problem` where the company has no subject of its own. */
export type ReadMonth = (companyId: string, month: AskedMonth) => Promise<MonthOfNews>

const limits = { stories: 7, cited: 60 }
/** So many stories are compared by what they did to the score. */
const comparedStories = 40

const monthTask = threadTask<typeof import('./compute-month.task.ts')>(
  new URL('./compute-month.task.ts', import.meta.url),
)

export const makeReadMonth =
  ({ db, thread }: { db: Database; thread: WorkerThread }): ReadMonth =>
  async (companyId, month) => {
    const { mentions, input, rest } = await db.transaction(async (tx) => {
      await sql`set transaction isolation level repeatable read`.execute(tx)
      return readFacts(tx, companyId, month)
    })
    async function* slices() {
      for (const slice of mentions) yield slice
    }
    const { result } = await thread.run(monthTask, input, slices())
    return together(result, rest)
  }

type Rest = Pick<MonthOfNews, 'subject' | 'methodologyVersion' | 'alerts' | 'sources' | 'storyCount'> & {
  followed: readonly { id: string; name: string }[]
  counts: ReadonlyMap<string, store.SubjectCounts>
}

async function readFacts(
  tx: Queryable,
  companyId: string,
  { dates, timeZone }: AskedMonth,
): Promise<{ mentions: StoredMention[][]; input: MonthInput; rest: Rest }> {
  const subject = await requireOwnSubject(tx, companyId)
  const [firstDate = '', lastDate = ''] = [dates[0], dates.at(-1)]
  const begins = dates.map((date) => localTime(date, 0, timeZone))
  const until = localTime(isoDay(dayOf(Date.parse(lastDate)) + 1), 0, timeZone)
  const span = { from: new Date(begins[0] ?? until), until: new Date(until) }
  const [beforeDay, lastDay] = [dayOf(Date.parse(firstDate)) - 1, dayOf(Date.parse(lastDate))]

  const followed = await subjects.listFollowed(tx, companyId)
  const peers = followed.filter(({ role }) => role === 'peer')
  const viewer: Owner = (await articles.hasArticles(tx, companyId)) ? companyId : platform
  const ids = [subject.id, ...peers.map(({ id }) => id)]
  const sums = await subjectDays.read(tx, viewer, ids, windowFrom(lastDay))
  const earlier = await subjectDays.lastBefore(tx, viewer, subject.id, windowFrom(lastDay))
  sums.set(subject.id, [...earlier, ...(sums.get(subject.id) ?? [])])

  const figures = await scores.figuresOf(tx, companyId)
  const days = { from: isoDay(beforeDay), to: lastDate }
  const scored = [...(await scores.readDays(tx, companyId, days)).values()].filter(
    ({ methodologyVersion }) => methodologyVersion === figures?.methodologyVersion,
  )
  const { stories, count } = await store.listStories(tx, companyId, span, comparedStories)
  const newsDates = await store.listNewsDates(tx, viewer, { from: firstDate, to: lastDate })
  const mentions: StoredMention[][] = []
  const from = mentionsFrom(span.from.getTime(), mentionsForSums(windowFrom(lastDay)))
  const end = new Date(Math.max(until, (lastDay + 1) * dayMs))
  for await (const slice of correctedMentions(tx, { companyId, viewer }, subject.id, from, end)) mentions.push(slice)
  return {
    mentions,
    input: {
      dates,
      begins,
      until,
      beforeDay,
      lastDay,
      scored,
      ownId: subject.id,
      peerIds: peers.map(({ id }) => id),
      sums,
      stories,
      limits,
    },
    rest: {
      subject,
      methodologyVersion: figures?.methodologyVersion ?? null,
      alerts: await store.countAlerts(tx, companyId, span),
      sources: {
        ...(await store.readSources(tx, companyId, span)),
        silentDates: dates.filter((date) => !newsDates.has(date)),
      },
      storyCount: count,
      followed: [subject, ...peers],
      counts: new Map(
        (await store.countBySubject(tx, { companyId, viewer }, ids, span)).map((counts) => [counts.subjectId, counts]),
      ),
    },
  }
}

function together(computed: ComputedMonth, { followed, counts, ...rest }: Rest): MonthOfNews {
  const { comparable, ...month } = computed
  const all = [...counts.values()].reduce((sum, { articles: count }) => sum + count, 0)
  const peers = followed.map(({ id, name }, index): MonthPeer => {
    const articlesAbout = counts.get(id)?.articles ?? 0
    return {
      name,
      isOwn: index === 0,
      articles: articlesAbout,
      mean: counts.get(id)?.mean ?? null,
      share: all > 0 ? articlesAbout / all : null,
      score: comparable.get(id) ?? null,
    }
  })
  peers.sort(
    (one, other) =>
      (other.score ?? -1) - (one.score ?? -1) || other.articles - one.articles || (one.name < other.name ? -1 : 1),
  )
  return { ...rest, ...month, peers: followed.length > 1 ? peers : [] }
}
