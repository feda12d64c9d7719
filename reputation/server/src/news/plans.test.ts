/**
 * No statement that serves a request, takes articles in or makes figures reads a whole table of articles or mentions:
 * shown on tables of a size at which it would matter, by the plans that the database makes.
 */
import { databaseEngines, postgres } from '@service/foundation-testing/database/database-engines.ts'
import { dayOf } from '@service/reputation-domain/series/model/day.ts'
import { aPipeline } from '@service/reputation-testing/pipeline.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { makeListAlerts } from './read/list-alerts.ts'
import { makeListArticles } from './read/list-articles.ts'
import { makeListStories } from './read/list-stories.ts'
import { makeReadReputation } from './read/read-reputation.ts'
import { makeReadSentiment } from './read/read-sentiment.ts'

describe.runIf(databaseEngines.includes(postgres))('with 60,000 articles', () => {
  test('no query reads all articles or all mentions', async () => {
    const pipeline = await aPipeline(postgres)
    const db = pipeline.db.connection
    const subject = await pipeline.aSubject('Acmeplan')
    const company = await pipeline.aFollower(subject)
    const other = await pipeline.aFollower(subject)
    await pipeline.settle()
    await sql`
      insert into articles (owner, id, title, url, host, outlet, published_at, seen_at, fetched_at)
      select '', 'art_' || n, 'Title ' || n, 'https://example.org/' || n, 'example.org', 'Example',
             '2026-01-01'::timestamptz + n * interval '5 minutes', now(), now()
        from generate_series(1, 60000) n`.execute(db)
    await sql`
      insert into article_keys select '', 'url:' || n, 'art_' || n from generate_series(1, 60000) n`.execute(db)
    await sql`
      insert into mentions (subject_id, published_at, article_id, owner, host, outlet, title, url, start_at, end_at,
                            p_company, role, p_negative, p_neutral, p_positive, provider, provider_version)
      select 'sub_' || n % 60, published_at, id, '', host, outlet, title, url, 0, 1, 1, 'subject', 0.1, 0.8, 0.1, 'x', '1'
        from (select *, substr(id, 5)::int as n from articles where id like 'art\\_%' and length(id) < 12) a`.execute(
      db,
    )
    await sql`
      insert into alerts (company_id, id, kind, story, story_day, severity, detected_at, title, source, url,
                          sentiment_score, sample)
      select case n % 50 when 0 then ${company} else 'cmp_' || n % 50 end, 'alr_' || n, 'article', 's', '2026-11-19',
             'high', '2026-11-20'::timestamptz - n * interval '1 minute', 't', 's', 'u', -0.5, false
        from generate_series(1, 60000) n`.execute(db)
    await sql`
      insert into stories (company_id, id, story_day, began_at, last_at, headline, articles, outlet_count, positive,
                           neutral, negative, average_score, alert_count, sample)
      select case n % 50 when 0 then ${company} else 'cmp_' || n % 50 end, 's_' || n, at::date, at, at, 'art_' || n,
             array['art_' || n], 1, 0, 1, 0, 0, 0, false
        from (select n, '2026-11-20'::timestamptz - n * interval '5 minutes' as at from generate_series(1, 60000) n) t`.execute(
      db,
    )
    await sql`analyze`.execute(db)
    await sql`select pg_stat_reset()`.execute(db)

    const to = dayOf(pipeline.now().getTime())
    await pipeline.bring(['Acmeplan opens a plant', 'Acmeplan sued over deadly fire'])
    await pipeline.bring(['Acmeplan wins a prize'], { owner: other })
    const { db: database, now } = pipeline
    await pipeline.settle()
    const listAlerts = makeListAlerts({ db: database, now })
    await listAlerts(company, {}, 51)
    await listAlerts(company, { byStory: true }, 51)
    const listArticles = makeListArticles({ db: database })
    const day = { from: new Date('2026-11-20'), until: new Date('2026-11-21') }
    const { articles } = await listArticles(company, {}, 51)
    await listArticles(company, { ...day, tone: 'negative', counted: true, language: 'en' }, 51)
    await listArticles(company, { story: articles.find(({ story }) => story !== undefined)!.story! }, 51)
    const listStories = makeListStories({ db: database })
    await listStories(company, {}, 51)
    await listStories(company, day, 51)
    await makeReadReputation({ db: database, now })(company)
    await makeReadSentiment({ db: database })(company, { from: to - 364, to })

    // Each connection reports what it has counted; all are taken at once, so that none is left out.
    await Promise.all(
      Array.from({ length: 20 }, () => sql`select pg_stat_force_next_flush(), pg_sleep(0.05)`.execute(db)),
    )
    const { rows } = await sql<{ relname: string; seqScan: number; idxScan: number }>`
      select relname, seq_scan::int, idx_scan::int from pg_stat_user_tables
       where relname in ('articles', 'article_keys', 'mentions', 'alerts', 'stories') order by relname`.execute(db)
    expect(rows.map(({ relname }) => relname)).toEqual(['alerts', 'article_keys', 'articles', 'mentions', 'stories'])
    for (const { relname, seqScan, idxScan } of rows) {
      expect(seqScan, relname).toBe(0)
      expect(idxScan, relname).toBeGreaterThan(0)
    }
    await pipeline.close()
  })
})
