/** Companies in the news, for tests of what the service says of them. */

import { setTimeout as sleep } from 'node:timers/promises'
import { byTester as by } from '@service/foundation-testing/acts.ts'
import { makeAddSubject } from '@service/reputation-server/news/tracking/add-subject.ts'
import { makeFollowSubject } from '@service/reputation-server/news/tracking/follow-subject.ts'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { type Client, newClient } from './client.ts'
import type { RunningService } from './running-service.ts'

const newsScopes: readonly string[] = ['alerts:read', 'reputation:read', 'sentiment:read', 'articles:write']

export type InTheNews = Awaited<ReturnType<typeof newClient>> & { name: string; subjectId: string }

let count = 0

/** An operator-wide subject of a name that nobody else has. */
export async function newSubject(service: RunningService, sector = 'widgets'): Promise<{ id: string; name: string }> {
  const name = `Zorb${String.fromCharCode(97 + (count++ % 26))}${Math.floor(count / 26)}works`
  return makeAddSubject(service.administration)(by, { name, sector, aliases: [{ text: name }] })
}

/** A new company with a key, which follows a subject as its own. */
export async function newCompanyInTheNews(
  service: RunningService,
  { scopes = newsScopes, subject }: { scopes?: readonly string[]; subject?: { id: string; name: string } } = {},
): Promise<InTheNews> {
  const client = await newClient(service, scopes)
  const { id, name } = subject ?? (await newSubject(service))
  await follow(service, client.companyId, id, 'own')
  return { ...client, name, subjectId: id }
}

export const follow = (service: RunningService, companyId: string, subjectId: string, role: 'own' | 'peer') =>
  makeFollowSubject(service.administration)(by, companyId, subjectId, role)

/** A day as responses name it. */
export const isoDay = (daysAgo: number): string =>
  new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)

export type SentArticle = { title: string; url: string; publishedAt: string; outlet?: string }

/** Articles with these titles, each a minute before the next, the last a minute ago. */
export const articles = (titles: readonly string[], daysAgo = 0): SentArticle[] =>
  titles.map((title, index) => ({
    title,
    url: `https://outlet-${index}.example.org/${encodeURIComponent(title)}`,
    publishedAt: new Date(Date.now() - daysAgo * 86_400_000 - (titles.length - index) * 60_000).toISOString(),
    outlet: `Outlet ${index}`,
  }))

/** Sends articles in and waits for the figures that are made of them. */
export async function send(service: RunningService, client: Client, titles: readonly string[], daysAgo = 0) {
  const response = await client.send('POST', '/api/v1/articles', { articles: articles(titles, daysAgo) })
  expect([200, 202], response.text).toContain(response.status) // 202 where the machine is busy
  await settled(service)
}

/** Until everything that came in has become figures. */
export async function settled({ administration: { db } }: RunningService): Promise<void> {
  for (const until = performance.now() + 120_000; ; await sleep(20)) {
    const { rows } = await sql`
      select 'import' as what from article_imports where finished_at is null
      union all select 'touched' from touched_subjects
      union all select 'subject' from subject_days_due
      union all select 'search' from subject_searches
      union all select 'figures' from figures_due`.execute(db.connection)
    if (rows.length === 0) return
    if (performance.now() > until) throw new Error(`Still to be done: ${JSON.stringify(rows)}`)
  }
}
