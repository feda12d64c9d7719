/** A pipeline on a test's database and clock, worked step by step: nothing runs by itself. */
import { randomBytes } from 'node:crypto'
import * as companies from '@service/foundation/companies/company-store.ts'
import { hourMs } from '@service/foundation/duration.ts'
import { makeNewId } from '@service/foundation/new-id.ts'
import { byTester as by } from '@service/foundation-testing/acts.ts'
import type { TestDatabase, TestEngine } from '@service/foundation-testing/database/database-engines.ts'
import { type Owner, platform } from '@service/reputation-domain/articles/owner.ts'
import { migrations } from '@service/reputation-server/migration-folders.ts'
import { openAnalyst } from '@service/reputation-server/news/analysis/analyst.ts'
import { readModelVersions } from '@service/reputation-server/news/analysis/models.ts'
import { searchStoredArticles } from '@service/reputation-server/news/analysis/search-articles.ts'
import { takeFigures } from '@service/reputation-server/news/figures/make-figures.ts'
import { takeSubjectDays } from '@service/reputation-server/news/figures/make-subject-days.ts'
import { makeTakeInArticles, type TakeInArticles } from '@service/reputation-server/news/intake/intake.ts'
import type { Fate } from '@service/reputation-server/news/intake/plan-intake.ts'
import { type Claims, incomingArticle } from '@service/reputation-server/news/model/incoming-article.ts'
import type { SubjectRole } from '@service/reputation-server/news/model/stored-subject.ts'
import { openPipelineThread } from '@service/reputation-server/news/pipeline.ts'
import { fanOut } from '@service/reputation-server/news/queue/dirty-subjects-store.ts'
import { type AddSubject, makeAddSubject } from '@service/reputation-server/news/tracking/add-subject.ts'
import { type FollowSubject, makeFollowSubject } from '@service/reputation-server/news/tracking/follow-subject.ts'
import { sql } from 'kysely'

const crisisOutlets =
  `reuters.com bbc.co.uk wsj.com nytimes.com ft.com bloomberg.com theguardian.com washingtonpost.com cnn.com forbes.com
  latimes.com usatoday.com time.com economist.com cnbc.com`.split(/\s+/)
const crisisTitles = [
  'recalls 3 million cars after deaths',
  'recall widens as 13 people die in crashes',
  'sued over fatal crashes after recall',
]

export type TestPipeline = {
  db: TestDatabase
  takeIn: TakeInArticles
  searchStored(): Promise<void>
  addSubject: AddSubject
  follow: FollowSubject
  now(): Date
  pass(ms: number): void
  newCompany(): Promise<string>
  /** An operator-wide subject of that name. */
  aSubject(name: string, sector?: string): Promise<string>
  /** A company that follows them. */
  aFollower(own: string, peers?: readonly string[]): Promise<string>
  /** Articles with titles, each an hour after the one before, the last an hour ago; of several outlets. */
  bring(titles: readonly string[], options?: { owner?: Owner; endingAt?: Date; source?: string }): Promise<void>
  bringClaims(claims: readonly Claims[], owner?: Owner, source?: string): Promise<Fate[]>
  /** Articles of fifteen well-known outlets on one grave matter, within the hours before. */
  aCrisis(name: string): Claims[]
  /** Makes all that is due, and all that becomes due by it. */
  settle(): Promise<void>
  close(): Promise<void>
}

/** On a database of its own, or, as another process would be, on that of another pipeline. */
export async function aPipeline(engine: TestEngine, shared?: TestDatabase, keptMs?: number): Promise<TestPipeline> {
  const db = shared ?? (await engine.create(migrations))
  let clock = new Date('2026-11-20T12:00:00Z')
  let count = 0
  const now = () => clock
  const newId = makeNewId({ now, randomBytes })
  const thread = openPipelineThread()
  const analyst = await openAnalyst({ db, thread })
  const { provider, analysisVersion } = readModelVersions()
  const deps = { db, thread, analyst, now, newId, provider, analysisVersion }
  const takeIn = makeTakeInArticles({ ...deps, ...(keptMs !== undefined && { keptMs }) })
  const addSubject = makeAddSubject(deps)
  const follow = makeFollowSubject(deps)

  const pipeline: TestPipeline = {
    db,
    takeIn,
    searchStored: () => searchStoredArticles(deps, new AbortController().signal),
    addSubject,
    follow,
    now,
    pass(ms) {
      clock = new Date(clock.getTime() + ms)
    },
    async newCompany() {
      const id = newId('cmp')
      const slug = `company-${++count}`
      const limits = { timeZone: 'UTC', requestsPerMinute: 1_000, monthlyQuota: 1_000, createdAt: clock }
      await companies.insert(db.connection, { id, slug, name: slug, ...limits })
      // Events are kept only for companies that want any.
      await sql`
        insert into webhooks (id, company_id, url, created_at, updated_at)
        values (${newId('whk')}, ${id}, 'https://receiver.example.org/', ${clock}, ${clock})`.execute(db.connection)
      return id
    },
    async aSubject(name, sector = 'widgets') {
      return (await addSubject(by, { name, sector, aliases: [{ text: name }] })).id
    },
    async aFollower(own, peers = []) {
      const companyId = await pipeline.newCompany()
      const roles: [string, SubjectRole][] = [[own, 'own'], ...peers.map((id): [string, SubjectRole] => [id, 'peer'])]
      for (const [id, role] of roles) await follow(by, companyId, id, role)
      return companyId
    },
    async bring(titles, { owner = platform, endingAt = new Date(clock.getTime() - hourMs), source = 'import' } = {}) {
      const claims = titles.map((title, index) => ({
        title,
        url: `https://outlet-${index % 40}.example.org/${encodeURIComponent(title).slice(0, 60)}-${index}`,
        published: endingAt.getTime() - (titles.length - 1 - index) * hourMs,
      }))
      await pipeline.bringClaims(claims, owner, source)
    },
    async bringClaims(claims, owner = platform, source = 'import') {
      const incoming = claims.flatMap((claim) => incomingArticle(claim, clock) ?? [])
      return takeIn({ owner, source, seenAt: clock }, incoming)
    },
    aCrisis: (name) =>
      crisisOutlets.map((host, index) => ({
        title: `${name} ${crisisTitles[index % crisisTitles.length]} (${host})`,
        url: `https://www.${host}/news/${name}-${index}`.toLowerCase(),
        published: clock.getTime() - (crisisOutlets.length - index) * 600_000,
      })),
    async settle() {
      await pipeline.searchStored()
      for (;;) {
        while (await db.transaction((tx) => fanOut(tx, now()))) {}
        const work = (await takeSubjectDays(deps)) ?? (await takeFigures(deps))
        if (work) {
          await work.make(new AbortController().signal)
          continue
        }
        const { rows } = await sql`select from subject_days_due union all select from figures_due`.execute(
          db.connection,
        )
        if (rows.length === 0) return
        clock = new Date(clock.getTime() + 1_000) // what was due again waits a moment
      }
    },
    async close() {
      await thread.close()
      await analyst.close()
      if (!shared) await db.drop()
    },
  }
  return pipeline
}
