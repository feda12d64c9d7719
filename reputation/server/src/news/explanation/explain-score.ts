/** Reads what a score was made of in one transaction, so that all of it fits together, and has it explained in a thread. */
import type { Database, Queryable } from '@service/foundation/database/database.ts'
import { Problem } from '@service/foundation/problem.ts'
import { threadTask } from '@service/foundation/threads/thread-task.ts'
import type { WorkerThread } from '@service/foundation/threads/worker-thread.ts'
import { type Owner, platform } from '@service/reputation-domain/articles/owner.ts'
import { scoreSettings } from '@service/reputation-domain/score/settings.ts'
import { type Day, dayMs, dayOf, isoDay } from '@service/reputation-domain/series/model/day.ts'
import { sql } from 'kysely'
import { type CompanyReference, companyReference } from '../../events/events.ts'
import * as articles from '../articles/article-store.ts'
import { mentionsForSums } from '../figures/compute-subject-days.ts'
import * as subjectDays from '../figures/subject-days-store.ts'
import { correctedMentions } from '../figures/visible-mentions.ts'
import type { StoredMention } from '../model/stored-mention.ts'
import * as months from '../month/month-store.ts'
import { windowFrom } from '../month/score-month.ts'
import { type OwnSubject, requireOwnSubject } from '../read/own-subject.ts'
import * as scores from '../read/score-store.ts'
import * as storyStore from '../read/story-store.ts'
import * as subjects from '../subjects/subject-store.ts'
import { CompanyQueues } from './company-queues.ts'
import type { ComputedExplanation, ExplanationInput } from './compute-explanation.ts'
import { RecentResults } from './recent-results.ts'

/** The story is one without which the score is asked for. */
export type AskedExplanation = { on: Day; against: Day; without?: string | undefined }

export type Explanation = ComputedExplanation & {
  company: CompanyReference
  subject: OwnSubject
  on: Day
  against: Day
  /** On `today` a score is provisional. */
  today: Day
  methodologyVersion: string
  sample: boolean
  names: ReadonlyMap<string, string>
}

/** Throws a `Problem` where the company has no subject of its own, the day no score, or the company no such story. */
export type ExplainScore = (companyId: string, asked: AskedExplanation) => Promise<Explanation>

/** So many stories are compared by what they did to the score, and so many of them shown. */
const limits = { compared: 40, shown: 12 }

const task = threadTask<typeof import('./compute-explanation.task.ts')>(
  new URL('./compute-explanation.task.ts', import.meta.url),
)

type Deps = { db: Database; now: () => Date; thread: WorkerThread }

export function makeExplainScore({ db, now, thread }: Deps): ExplainScore {
  const recent = new RecentResults<Explanation>()
  const queues = new CompanyQueues()

  async function explain(companyId: string, asked: AskedExplanation, today: Day): Promise<Explanation> {
    const { slices, input, rest } = await db.transaction(async (tx) => {
      await sql`set transaction isolation level repeatable read`.execute(tx)
      return readFacts(tx, companyId, asked)
    })
    const { result } = await thread.run(task, input, sent(slices))
    if (!result) throw noScore(asked.on, today)
    return { ...result, ...rest, on: asked.on, against: asked.against, today }
  }

  return async (companyId, asked) => {
    const today = dayOf(now().getTime())
    const figures = await scores.figuresOf(db.connection, companyId)
    if (!figures) {
      await requireOwnSubject(db.connection, companyId)
      throw noScore(asked.on, today)
    }
    // It follows from what is stored, which changes with the figures alone.
    const key = JSON.stringify([companyId, figures.computedAt, figures.methodologyVersion, today, asked])
    return recent.get(key, () => queues.run(companyId, () => explain(companyId, asked, today)))
  }
}

const noScore = (on: Day, today: Day): Problem =>
  new Problem(
    'not-found',
    on === today
      ? 'There is no score yet: there has been no news about the company.'
      : `There is no score of ${isoDay(on)} that compares with today's.`,
  )

async function* sent(slices: readonly StoredMention[][]): AsyncGenerator<StoredMention[]> {
  for (const slice of slices) yield slice
}

type Rest = Pick<Explanation, 'company' | 'subject' | 'methodologyVersion' | 'sample' | 'names'>

async function readFacts(
  tx: Queryable,
  companyId: string,
  { on, against, without }: AskedExplanation,
): Promise<{ slices: StoredMention[][]; input: ExplanationInput; rest: Rest }> {
  const subject = await requireOwnSubject(tx, companyId)
  const followed = await subjects.listFollowed(tx, companyId)
  const peers = followed.filter(({ role }) => role === 'peer')
  const viewer: Owner = (await articles.hasArticles(tx, companyId)) ? companyId : platform
  const from = windowFrom(against)
  const sums = await subjectDays.read(tx, viewer, [subject.id, ...peers.map(({ id }) => id)], from)
  const earlier = await subjectDays.lastBefore(tx, viewer, subject.id, from)
  sums.set(subject.id, [...earlier, ...(sums.get(subject.id) ?? [])])

  const figures = await scores.figuresOf(tx, companyId)
  const beforeDay = Math.min(against, on - scoreSettings.windowDays)
  const stored = await scores.readDays(tx, companyId, { from: isoDay(beforeDay), to: isoDay(on) })
  const scored = [...stored.values()].filter(
    ({ methodologyVersion }) => methodologyVersion === figures?.methodologyVersion,
  )
  const span = { from: new Date(from * dayMs), until: new Date((on + 1) * dayMs) }
  const { stories } = await months.listStories(tx, companyId, span, limits.compared)
  const asked = without === undefined ? undefined : await storyStore.articlesOf(tx, companyId, without)
  if (asked?.length === 0) throw new Problem('not-found', 'Story not found.')
  const slices: StoredMention[][] = []
  const seen = correctedMentions(tx, { companyId, viewer }, subject.id, mentionsForSums(from), span.until)
  for await (const slice of seen) slices.push(slice)
  return {
    slices,
    input: {
      lastDay: on,
      against,
      beforeDay,
      scored,
      ownId: subject.id,
      peerIds: peers.map(({ id }) => id),
      sums,
      stories,
      maxStories: limits.shown,
      without: asked,
    },
    rest: {
      company: await companyReference(tx, companyId),
      subject,
      methodologyVersion: figures?.methodologyVersion ?? '',
      sample: figures?.sample === true,
      names: new Map(followed.map(({ id, name }) => [id, name])),
    },
  }
}
