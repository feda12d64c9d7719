/**
 * The demo's news: 45 days of a public corpus of 2014, with their dates shifted by whole days so that the last of
 * them is today. What is dated later today comes in when its time has come. Never outside the demo.
 *
 * Started again on a later day, the sample that is there already is shifted on, so that it ends today again; what was
 * brought by feeds and imports meanwhile stays where it is. A release with another sample replaces what there is of the one before.
 */
import type { Database } from '@service/foundation/database/database.ts'
import { WakeLoop } from '@service/foundation/jobs/jobs.ts'
import type { Logger } from '@service/foundation/log/logger.ts'
import { platform } from '@service/reputation-domain/articles/owner.ts'
import { dayMs, dayOf } from '@service/reputation-domain/series/model/day.ts'
import type { TakeInArticles } from '../intake/intake.ts'
import { type IncomingArticle, incomingArticle } from '../model/incoming-article.ts'
import type { StoredSubject } from '../model/stored-subject.ts'
import * as subjects from '../subjects/subject-store.ts'
import type { SubjectActs } from '../tracking/subject-acts.ts'
import { dueArticles, type NewsSample, readNewsSample, type SampleArticle } from './sample-file.ts'
import * as store from './sample-store.ts'

export type NewsSampleDeps = {
  db: Database
  pipeline: { takeIn: TakeInArticles; searchStored(): Promise<void> }
  follow: SubjectActs['followSubject']
  now: () => Date
  log: Logger
}

const batchSize = 500
const pollEveryMs = 30_000
const by = { actor: 'system', requestId: null } as const

/** Takes in what is due of the sample that `read` answers, and goes on for as long as the demo runs. */
export function startNewsSample(
  deps: NewsSampleDeps,
  companyId: string,
  read: () => Promise<NewsSample> = readNewsSample,
): { close(): Promise<void> } {
  let prepared: NewsSample | undefined
  const loop = new WakeLoop({
    async tick({ stop }) {
      prepared ??= await prepare(deps, await read(), companyId)
      await takeInDue(deps, prepared, stop)
    },
    pollEveryMs,
    retryAfterMs: pollEveryMs,
    report: (err) => deps.log.error({ err }, 'sample news could not be imported; trying again'),
  })
  return { close: () => loop.stop() }
}

/** Safe to repeat. Returns the sample. */
async function prepare(deps: NewsSampleDeps, sample: NewsSample, companyId: string): Promise<NewsSample> {
  const { db, pipeline, follow, now } = deps
  const at = now()
  const own = sample.subjects.find(({ id }) => id === sample.own)!
  const edition = `${sample.own} ${sample.lastDay}`
  const ids = sample.subjects.map(({ id }) => sampleId(id))
  const shiftedDays = dayOf(at.getTime()) - dayOf(Date.parse(sample.lastDay))
  const known = await store.read(db.connection)
  if (known && known.edition !== edition) await unfollowSample(deps, companyId)
  await db.transaction(async (tx) => {
    await subjects.insertAll(
      tx,
      sample.subjects.map(
        (subject): StoredSubject => ({
          ...subject,
          id: sampleId(subject.id),
          name: `${subject.name} (sample, 2014)`,
          companyId: undefined,
          sample: true,
          createdAt: at,
          updatedAt: at,
        }),
      ),
    )
    const state = await store.read(tx)
    if (state && state.edition !== edition) await store.remove(tx, ids)
    if (state?.edition !== edition) await store.begin(tx, shiftedDays, edition)
    else if (state.shiftedDays !== shiftedDays) await store.shift(tx, shiftedDays - state.shiftedDays, ids)
  })
  // Who has chosen other subjects for the demo's company keeps them.
  if ((await subjects.listFollowed(db.connection, companyId)).length === 0) {
    for (const { id, sector } of sample.subjects) {
      if (sector === own.sector) await follow(by, companyId, sampleId(id), id === own.id ? 'own' : 'peer')
    }
  }
  await pipeline.searchStored()
  return sample
}

/** The subjects that the demo's company was given with the sample before; who has chosen others keeps them. */
async function unfollowSample({ db, follow }: NewsSampleDeps, companyId: string): Promise<void> {
  const followed = await subjects.listFollowed(db.connection, companyId)
  if (!followed.every(({ sample }) => sample)) return
  for (const { id } of followed) await follow(by, companyId, id, undefined)
}

const sampleId = (id: string) => `sub_sample_${id}`

async function takeInDue({ db, pipeline, now }: NewsSampleDeps, sample: NewsSample, stop: AbortSignal) {
  const { shiftedDays, takenInUntil } = (await store.read(db.connection))!
  const shiftMs = shiftedDays * dayMs
  const known = takenInUntil?.getTime() ?? 0
  const seenAt = now()
  const due = dueArticles(sample, shiftMs, seenAt).filter(([seconds]) => seconds * 1_000 > known)
  const origin = { owner: platform, source: 'sample', sample: true, seenAt }
  const takeIn = (batch: readonly SampleArticle[], done?: SampleArticle) => {
    const incoming = batch.flatMap((article) => incomingOf(article, shiftMs, seenAt) ?? [])
    return pipeline.takeIn(origin, incoming, async (tx) => {
      if (done) await store.advance(tx, new Date(done[0] * 1_000))
    })
  }
  // Who opens the pages of a first start meanwhile sees the latest news. What was taken in before a kill is there already.
  if (!takenInUntil) {
    for (const batch of [...batches(due)].reverse()) {
      if (stop.aborted) return
      await takeIn(batch, batch[0] === due[0] ? due.at(-1) : undefined)
    }
    return
  }
  for (const batch of batches(due)) {
    if (stop.aborted) return
    await takeIn(batch, batch.at(-1))
  }
}

/** A batch ends between two seconds, for by the second it is known how far the sample has been taken in. */
function* batches(articles: readonly SampleArticle[]): Generator<SampleArticle[]> {
  for (let start = 0; start < articles.length; ) {
    let end = Math.min(start + batchSize, articles.length)
    while (end < articles.length && articles[end]?.[0] === articles[end - 1]?.[0]) end++
    yield articles.slice(start, end)
    start = end
  }
}

function incomingOf(
  [seconds, original, name, url, title]: SampleArticle,
  shiftMs: number,
  seenAt: Date,
): IncomingArticle | undefined {
  const article = incomingArticle({ title, url, published: seconds * 1_000 + shiftMs, outlet: { name } }, seenAt)
  return article && { ...article, originalPublished: original * 1_000 }
}
