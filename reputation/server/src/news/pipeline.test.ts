import { hourMs } from '@service/foundation/duration.ts'
import { byTester as by } from '@service/foundation-testing/acts.ts'
import { databaseEngines, runsWhole } from '@service/foundation-testing/database/database-engines.ts'
import { platform } from '@service/reputation-domain/articles/owner.ts'
import { dayMs, dayOf, isoDay } from '@service/reputation-domain/series/model/day.ts'
import { aPipeline, type TestPipeline } from '@service/reputation-testing/pipeline.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Claims } from './model/incoming-article.ts'
import { markBehind } from './queue/figures-due-store.ts'
import { makeListAlerts } from './read/list-alerts.ts'
import { makeReadReputation } from './read/read-reputation.ts'
import { makeReadSentiment } from './read/read-sentiment.ts'
import { makeChangeSubject } from './tracking/change-subject.ts'
import { makeRemoveSubject } from './tracking/remove-subject.ts'
import { makeSetAlertThreshold } from './tracking/set-alert-threshold.ts'

describe.each(databaseEngines)('the pipeline on $name', (engine) => {
  let pipeline: TestPipeline
  let count = 0
  beforeAll(async () => {
    pipeline = await aPipeline(engine)
  })
  afterAll(() => pipeline.close())

  /** A name that no other test has. */
  const aName = () =>
    `Acme${['rick', 'bolt', 'dyne', 'flux', 'gear', 'lume', 'mesh', 'nord', 'plex'][count++ % 9]}${count}x`
  const sentimentOf = async (companyId: string, days = 7) => {
    const to = dayOf(pipeline.now().getTime())
    return (await makeReadSentiment(pipeline)(companyId, { from: to - days + 1, to })).days
  }
  const articlesToday = async (companyId: string) => (await sentimentOf(companyId)).at(-1)!.articleCount
  const scoreOf = async (companyId: string) => (await makeReadReputation(pipeline)(companyId)).reputation
  const alertsOf = async (companyId: string) => (await makeListAlerts(pipeline)(companyId, {}, 200)).alerts
  const eventsOf = async (companyId: string) => {
    const { rows } = await sql<{ kind: string; tags: string[]; data: string }>`
      select kind, tags, data from events where company_id = ${companyId} order by id`.execute(pipeline.db.connection)
    return rows.map(({ kind, tags, data }) => ({ kind, tags, data: JSON.parse(data) as Record<string, unknown> }))
  }
  const headlines = (name: string) => [
    `${name} posts record profit and raises outlook`,
    `${name} sued over deadly factory fire`,
    `${name} recalls toasters after fires`,
    `${name} opens a new plant in Ohio`,
    `Analysts praise ${name} for strong growth`,
    `${name} hit by data breach, millions of customers affected`,
  ]

  describe('figures', () => {
    test('include a new article, and leave days without news empty', async () => {
      const name = aName()
      const company = await pipeline.aFollower(await pipeline.aSubject(name))
      await pipeline.bring([`${name} posts record profit and raises outlook`])
      await pipeline.settle()
      const days = await sentimentOf(company, 3)
      expect(days.map(({ articleCount, averageScore }) => [articleCount, averageScore === null])).toEqual([
        [0, true],
        [0, true],
        [1, false],
      ])
      expect(days[2]!.averageScore).toBeGreaterThan(0)
      const reputation = await scoreOf(company)
      expect(reputation.pillars).toHaveLength(8)
      expect(reputation.history).toHaveLength(30)
      expect(reputation.history.at(-1)).toMatchObject({ score: reputation.value, observed: true })
      const sum = reputation.pillars.reduce((sum, { contribution }) => sum + contribution, 0)
      expect(sum).toBeCloseTo(reputation.value, 6)
    })

    test("do not include another company's articles", async () => {
      const name = aName()
      const subject = await pipeline.aSubject(name)
      const [mine, theirs] = [await pipeline.aFollower(subject), await pipeline.aFollower(subject)]
      await pipeline.bring([`${name} opens a new plant in Ohio`])
      await pipeline.bring([`${name} sued over deadly factory fire`], { owner: mine })
      await pipeline.settle()
      expect([await articlesToday(mine), await articlesToday(theirs)]).toEqual([2, 1])
      expect((await alertsOf(mine)).map(({ title }) => title)).toEqual([`${name} sued over deadly factory fire`])
      expect(await alertsOf(theirs)).toEqual([])
      expect((await scoreOf(mine)).value).toBeLessThan((await scoreOf(theirs)).value)
    })

    test("are not changed by another company's own subjects, even where their names overlap", async () => {
      const name = aName()
      const company = await pipeline.aFollower(await pipeline.aSubject(name))
      const other = await pipeline.newCompany()
      const aliases = [{ text: `${name} Foundation` }]
      const hidden = await pipeline.addSubject(by, {
        name: `${name} Foundation`,
        sector: 'x',
        aliases,
        companyId: other,
      })
      await pipeline.bring([`${name} Foundation opens a new school`])
      await pipeline.settle()
      expect(await articlesToday(company)).toBe(1)
      await expect(pipeline.follow(by, company, hidden.id, 'peer')).rejects.toMatchObject({ code: 'not-found' })
    })

    test('count an article once that comes through three feeds and an import', async () => {
      const name = aName()
      const company = await pipeline.aFollower(await pipeline.aSubject(name))
      const title = `${name} names a new chief executive`
      const at = pipeline.now().getTime() - hourMs
      const claims = (url: string): Claims[] => [{ title, url, published: at }]
      await pipeline.bringClaims(claims('https://news.example.org/a?utm_source=x'), platform, 'feed-1')
      await pipeline.bringClaims(claims('http://www.news.example.org/a/'), platform, 'feed-2')
      await pipeline.bringClaims(claims('https://m.news.example.org/a#top'), platform, 'feed-3')
      await pipeline.bringClaims(claims('https://news.example.org/a'), company, 'import')
      await pipeline.settle()
      expect(await articlesToday(company)).toBe(1)
    })

    test('show the address of an article as it is published, the shortest of several', async () => {
      const name = aName()
      const company = await pipeline.aFollower(await pipeline.aSubject(name))
      const claims = (url: string): Claims[] => [
        { title: `${name} charged with bribery of officials`, url, published: pipeline.now().getTime() - hourMs },
      ]
      const [short, long] = [
        `https://News.example.org/${name}?b=2&a=1#top`,
        `https://news.example.org/${name}?a=1&b=2&utm_source=x`,
      ]
      const fates = []
      for (const [index, url] of [short, long, short, long].entries()) {
        fates.push(...(await pipeline.bringClaims(claims(url), platform, `feed-${index % 2}`)))
        pipeline.pass(60_000)
      }
      expect(fates).toEqual(['created', 'unchanged', 'unchanged', 'unchanged'])
      await pipeline.settle()
      expect((await alertsOf(company)).map(({ url }) => url)).toEqual([short])
    })

    test('name an outlet by the title of its feed, whatever other feeds call it', async () => {
      const name = aName()
      const company = await pipeline.aFollower(await pipeline.aSubject(name))
      const claims: Claims = {
        title: `${name} charged with bribery of officials`,
        url: `https://www.dailywidget.example/${name}`,
        published: pipeline.now().getTime() - hourMs,
      }
      const [own, other] = [
        { ...claims, feedTitle: 'The Daily Widget | Business' },
        { ...claims, feedTitle: 'My widgets' },
      ]
      const fates = []
      for (const given of [other, own, other, own]) {
        fates.push(...(await pipeline.bringClaims([given])))
        pipeline.pass(60_000)
      }
      expect(fates).toEqual(['created', 'updated', 'unchanged', 'unchanged'])
      await pipeline.settle()
      expect((await alertsOf(company)).map(({ source }) => source)).toEqual(['The Daily Widget'])
    })

    test('follow an edited article', async () => {
      const name = aName()
      const company = await pipeline.aFollower(await pipeline.aSubject(name))
      const article = { url: `https://news.example.org/${name}`, published: pipeline.now().getTime() - 2 * hourMs }
      await pipeline.bringClaims([{ ...article, title: `${name} sued over deadly factory fire` }])
      await pipeline.settle()
      expect(await alertsOf(company)).toHaveLength(1)
      pipeline.pass(60_000)
      await pipeline.bringClaims([{ ...article, title: `${name} praised for its safe factories` }])
      await pipeline.settle()
      expect(await alertsOf(company)).toEqual([])
      expect(await articlesToday(company)).toBe(1)
    })

    test('are computed for a subject that is added or renamed after its articles', async () => {
      const name = aName()
      await pipeline.bring([`${name} opens a new plant in Ohio`, `Old${name} closes a plant in Texas`])
      const subject = await pipeline.aSubject(name)
      const company = await pipeline.aFollower(subject)
      await pipeline.settle()
      expect(await articlesToday(company)).toBe(1)
      const changeSubject = makeChangeSubject({ ...pipeline, newId: (prefix) => `${prefix}_${++count}` })
      await changeSubject(by, subject, { aliases: [{ text: name }, { text: `Old${name}` }] })
      await pipeline.settle()
      expect(await articlesToday(company)).toBe(2)
      await changeSubject(by, subject, { name: `New${name}`, aliases: [{ text: `Old${name}` }] })
      await pipeline.settle()
      expect(await articlesToday(company)).toBe(1)
    })

    test('are made of articles with the name of the subject, whatever its aliases are', async () => {
      const name = aName()
      const subject = await pipeline.aSubject(name)
      const company = await pipeline.aFollower(subject)
      const changeSubject = makeChangeSubject({ ...pipeline, newId: (prefix) => `${prefix}_${++count}` })
      await changeSubject(by, subject, { aliases: [{ text: `Old${name}` }] })
      await pipeline.bring([`${name} opens a new plant in Ohio`, `Old${name} closes a plant in Texas`])
      await pipeline.settle()
      expect(await articlesToday(company)).toBe(2)
    })

    test('of a removed subject are deleted, with its share in those of peers', async () => {
      const [name, other] = [aName(), aName()]
      const [subject, rival] = [await pipeline.aSubject(name), await pipeline.aSubject(other)]
      const company = await pipeline.aFollower(subject, [rival])
      const rivals = await pipeline.aFollower(rival, [subject])
      await pipeline.bring([...headlines(name), `${other} opens a new plant in Ohio`])
      await pipeline.settle()
      const shareOf = async (companyId: string) =>
        (await scoreOf(companyId)).pillars.find(({ pillar }) => pillar === 'share_of_voice')
      expect(await shareOf(rivals)).toMatchObject({ score: expect.any(Number) })
      const removeSubject = makeRemoveSubject({ ...pipeline, newId: (prefix) => `${prefix}_${++count}` })
      await expect(removeSubject(by, name, { evenIfFollowed: false })).rejects.toMatchObject({ code: 'conflict' })
      expect(await articlesToday(company)).toBeGreaterThan(0)

      const removed = await removeSubject(by, name, { evenIfFollowed: true })
      expect(removed).toMatchObject({
        mentions: 6,
        followers: expect.arrayContaining([{ companyId: company, role: 'own' }]),
      })
      await pipeline.bring([`${name} sued over deadly factory fire`, `${name} and ${other} settle`])
      await pipeline.settle()
      for (const read of [scoreOf, alertsOf, articlesToday]) {
        await expect(read(company)).rejects.toMatchObject({ code: 'no-own-subject' })
      }
      expect(await shareOf(rivals)).toMatchObject({ status: 'unavailable' })
      const again = await pipeline.aSubject(name)
      await pipeline.follow(by, company, again, 'own')
      await pipeline.settle()
      expect(await articlesToday(company)).toBe(8)
    })

    test('do not depend on the order and time of arrival', async () => {
      const name = aName()
      const subject = await pipeline.aSubject(name)
      const companies = [
        await pipeline.aFollower(subject),
        await pipeline.aFollower(subject),
        await pipeline.aFollower(subject),
      ]
      const start = pipeline.now().getTime() - 70 * dayMs
      const claims = Array.from({ length: 90 }, (_, index): Claims => {
        const titles = headlines(name)
        return {
          title: `${titles[(index * 7) % titles.length]}${index % 3 === 0 ? '' : `, day ${index % 10}`}`,
          url: `https://outlet-${index % 13}.example.org/${name}/${index}`,
          published: start + index * 18 * hourMs,
        }
      })
      const [one, two, three] = companies as [string, string, string]
      await pipeline.bringClaims(claims, one)
      await pipeline.settle()
      for (let at = 0; at < claims.length; at += 15) {
        await pipeline.bringClaims(claims.slice(at, at + 15), two)
        await pipeline.settle()
      }
      const shuffled = claims.map((claim, index) => ({ claim, key: (index * 37) % 91 })).sort((a, b) => a.key - b.key)
      for (let at = 0; at < shuffled.length; at += 30) {
        await pipeline.bringClaims(
          shuffled.slice(at, at + 30).map(({ claim }) => claim),
          three,
        )
        await pipeline.settle()
      }
      const stored = await Promise.all(companies.map(storedFigures))
      expect(stored[0]!.alerts.length).toBeGreaterThan(5)
      expect(stored[0]!.stories.length).toBeGreaterThan(5)
      expect(stored[1]).toEqual(stored[0])
      expect(stored[2]).toEqual(stored[0])
    })
  })

  async function storedFigures(companyId: string) {
    const db = pipeline.db.connection
    const days = await sql`
      select day::text, article_count, positive, neutral, negative, average_score from sentiment_days
       where company_id = ${companyId} order by day`.execute(db)
    const scores = await sql`
      select day::text, observed, effective_mentions, pillars from score_days
       where company_id = ${companyId} order by day`.execute(db)
    const alerts = await sql`
      select id, kind, story, severity, published_at, title, source, url, sentiment_score, risk from alerts
       where company_id = ${companyId} order by id`.execute(db)
    const stories = await sql`
      select id, story_day::text, began_at, last_at, headline, articles, outlet_count, positive, neutral, negative,
             average_score, level, category, reach, severity, alert_count
        from stories where company_id = ${companyId} order by id`.execute(db)
    return { days: days.rows, scores: scores.rows, alerts: alerts.rows, stories: stories.rows }
  }

  if (!runsWhole(engine)) return // the rest takes minutes on the slower engine

  describe('events', () => {
    test('announce a story once, and nothing more when it is computed again', async () => {
      const name = aName()
      const company = await pipeline.aFollower(await pipeline.aSubject(name))
      await pipeline.bring([`${name} sued over deadly factory fire`])
      await pipeline.settle()
      await pipeline.bring([`${name} sued over fire in factory that killed nine`], { source: 'other' })
      await pipeline.settle()
      const events = await eventsOf(company)
      expect(events).toMatchObject([{ kind: 'alert.high', tags: ['article'], data: { severity: 'high' } }])
      const { data } = events[0]!
      const [alert] = (await alertsOf(company)).filter(({ id }) => id === data.id)
      expect(alert).toMatchObject({ title: data.title, url: data.url, source: data.source })
      expect(alert!.detectedAt.toISOString()).toBe(data.detectedAt)
      expect(data.company).toMatchObject({ id: company })
      expect(Object.keys(data)).toEqual([
        'id',
        'title',
        'severity',
        'source',
        'url',
        'detectedAt',
        'sentimentScore',
        'company',
      ])
    })

    test('say when an alert was detected, however long ago its article was published, and however often it is computed', async () => {
      const name = aName()
      const company = await pipeline.aFollower(await pipeline.aSubject(name))
      const yesterday = new Date(pipeline.now().getTime() - dayMs)
      const before = pipeline.now()
      await pipeline.bring([`${name} charged with bribery of officials`], { endingAt: yesterday })
      await pipeline.settle()
      const [alert] = await alertsOf(company)
      expect(alert!.publishedAt).toEqual(yesterday)
      expect(alert!.detectedAt.getTime()).toBeGreaterThanOrEqual(before.getTime())
      expect((await eventsOf(company))[0]!.data.detectedAt).toBe(alert!.detectedAt.toISOString())
      pipeline.pass(hourMs)
      await pipeline.bring([`${name} opens a new plant in Ohio`])
      await pipeline.settle()
      expect(await alertsOf(company)).toEqual([alert])
      await pipeline.bring([`${name} guilty of fraud, court says`], { endingAt: new Date(yesterday.getTime() - dayMs) })
      await pipeline.settle()
      expect((await alertsOf(company)).map(({ publishedAt }) => publishedAt)).toEqual([
        new Date(yesterday.getTime() - dayMs),
        yesterday,
      ])
      pipeline.pass(6 * dayMs - 2 * hourMs)
      expect((await alertsOf(company)).map(({ id }) => id)).toEqual([alert!.id])
    })

    test('detect an article that is dated ahead when its time has come', async () => {
      const name = aName()
      const company = await pipeline.aFollower(await pipeline.aSubject(name))
      const published = new Date(pipeline.now().getTime() + 2 * hourMs)
      await pipeline.bring([`${name} charged with bribery of officials`], { endingAt: published })
      await pipeline.settle()
      expect(await alertsOf(company)).toEqual([])
      pipeline.pass(3 * hourMs)
      expect(await alertsOf(company)).toMatchObject([{ detectedAt: published, publishedAt: published }])
    })

    test('announce a grave fact of one outlet at once, whatever the threshold of the company', async () => {
      const name = aName()
      const company = await pipeline.aFollower(await pipeline.aSubject(name))
      await makeSetAlertThreshold({ ...pipeline, newId: (prefix) => `${prefix}_${++count}` })(by, company, 1)
      await pipeline.bring([
        `${name} criticised over slow deliveries`,
        `Three workers killed in explosion at ${name} plant`,
      ])
      await pipeline.settle()
      expect(await alertsOf(company)).toMatchObject([{ title: `Three workers killed in explosion at ${name} plant` }])
      expect(await eventsOf(company)).toMatchObject([{ kind: 'alert.high' }])
    })

    test('announce again a story that becomes critical, and to registrations of risks its risk', async () => {
      const name = aName()
      const company = await pipeline.aFollower(await pipeline.aSubject(name))
      const crisis = pipeline.aCrisis(name)
      for (const claims of [crisis.slice(0, 1), crisis.slice(1, 6), crisis.slice(6), crisis]) {
        await pipeline.bringClaims(claims)
        await pipeline.settle()
      }
      const kinds = (await eventsOf(company)).map(({ kind, tags }) => [kind, ...tags])
      expect(kinds.filter(([kind]) => kind === 'alert.critical')).toEqual([['alert.critical']])
      expect(kinds.filter(([, tag]) => tag !== 'risk-only').length).toBeLessThanOrEqual(2)
      const alerts = await alertsOf(company)
      const risk = alerts.find(({ kind }) => kind === 'risk')!
      expect(risk).toMatchObject({ severity: 'critical', risk: { category: 'product_safety', level: 'critical' } })
      const announced = (await eventsOf(company)).find(({ kind }) => kind === 'alert.critical')!
      expect(announced.data.detectedAt).toBe(risk.detectedAt.toISOString())
      expect(risk.detectedAt).toEqual(alerts[0]!.detectedAt)
      expect(alerts.every(({ kind, severity }) => kind === 'risk' || severity === 'high')).toBe(true)
    })

    test('announce nothing older than two days, and nothing of the sample', async () => {
      const name = aName()
      const company = await pipeline.aFollower(await pipeline.aSubject(name))
      const old = new Date(pipeline.now().getTime() - 3 * dayMs)
      await pipeline.bring([`${name} sued over deadly factory fire`], { endingAt: old })
      await pipeline.settle()
      expect(await alertsOf(company)).toHaveLength(1)
      const title = `${name} hit by data breach, millions of customers affected`
      const published = pipeline.now().getTime() - hourMs
      const origin = { owner: platform, source: 'sample', sample: true, seenAt: pipeline.now() }
      await pipeline.takeIn(origin, [
        { title, outlet: 'Example', published, originalPublished: published - 4_000 * dayMs },
      ])
      await pipeline.settle()
      const alerts = await alertsOf(company)
      expect(alerts.find(({ sample }) => sample)).toMatchObject({ title })
      expect(alerts.find(({ sample }) => sample)?.originalPublishedAt).toEqual(new Date(published - 4_000 * dayMs))
      expect(await eventsOf(company)).toEqual([])
    })

    test('are those of a crisis after twelve deaths in 25 outlets, and a drop once the day has closed', async () => {
      const name = aName()
      const company = await pipeline.aFollower(await pipeline.aSubject(name))
      const published = (daysAgo: number, index: number) => pipeline.now().getTime() - daysAgo * dayMs - index * 60_000
      const ordinary = Array.from({ length: 20 }, (_, index) => ({
        title: `${name} opens plant number ${index} in county ${index * 7}`,
        url: `https://outlet-${index}.example.org/${name}/plant-${index}`,
        published: published(index + 1, 0),
      }))
      await pipeline.bringClaims(ordinary)
      await pipeline.settle()
      const before = (await scoreOf(company)).value
      const deaths = [
        `Explosion at ${name} factory kills 12 workers`,
        `Twelve dead after blast at ${name} plant`,
        `${name} factory explosion: twelve workers killed`,
        `Death toll in ${name} plant explosion rises to 12`,
      ]
      const crisis = Array.from({ length: 50 }, (_, index) => ({
        title: `${deaths[index % deaths.length]}, says report ${index} of county ${index * 7}`,
        url: `https://outlet-${index % 25}.example.org/${name}/blast-${index}`,
        published: published(0, index),
      }))
      await pipeline.bringClaims(crisis)
      await pipeline.settle()
      const { value, pillars } = await scoreOf(company)
      expect(before).toBeGreaterThan(45)
      expect(value).toBeLessThan(32)
      expect(pillars.find(({ pillar }) => pillar === 'sentiment')!.score).toBeLessThan(20)
      pipeline.pass(dayMs)
      await markBehind(pipeline.db.connection, isoDay(dayOf(pipeline.now().getTime())), pipeline.now())
      await pipeline.settle()
      const drops = (await eventsOf(company)).filter(({ kind }) => kind === 'reputation.drop')
      expect(drops).toHaveLength(1)
      expect((drops[0]!.data as { delta: number }).delta).toBeLessThan(-15)
    })

    test('announce a drop of the score once a week', async () => {
      const name = aName()
      const company = await pipeline.aFollower(await pipeline.aSubject(name))
      const day = Math.floor(pipeline.now().getTime() / dayMs) * dayMs
      const titles = (kind: string) =>
        Array.from({ length: 40 }, (_, index) => ({ title: `${name} ${kind}, item ${index}`, index }))
      const claims = (kind: string, daysAgo: number): Claims[] =>
        titles(kind).map(({ title, index }) => ({
          title,
          url: `https://outlet-${index}.example.org/${name}/${daysAgo}/${index}`,
          published: day - daysAgo * dayMs + index * 60_000,
        }))
      for (const daysAgo of [12, 10, 9, 8])
        await pipeline.bringClaims(claims('wins praise for excellent results', daysAgo))
      await pipeline.settle()
      await pipeline.bringClaims(claims('accused of massive fraud that ruined customers', 1))
      await pipeline.settle()
      pipeline.pass(dayMs)
      await pipeline.bringClaims(claims('accused of fraud again', 0))
      await pipeline.settle()
      const drops = (await eventsOf(company)).filter(({ kind }) => kind === 'reputation.drop')
      expect(drops).toHaveLength(1)
      const { previousScore, currentScore, delta, company: named } = drops[0]!.data as Record<string, number>
      expect(Object.keys(drops[0]!.data)).toEqual(['previousScore', 'currentScore', 'delta', 'company'])
      expect(delta).toBeLessThanOrEqual(-5)
      expect(delta).toBe(Math.round((currentScore! - previousScore!) * 10) / 10)
      expect(named).toMatchObject({ id: company })
    })
  })

  test.runIf(engine.name === 'postgres')('two processes on the same articles do everything once', async () => {
    const shared = await pipeline.db.openAgain()
    const second = await aPipeline(engine, { ...pipeline.db, ...shared })
    second.pass(pipeline.now().getTime() - second.now().getTime())
    const name = aName()
    const company = await pipeline.aFollower(await pipeline.aSubject(name))
    const crisis = pipeline.aCrisis(name)
    const both = [pipeline, second]
    await Promise.all(both.flatMap((one) => [0, 5, 10].map((at) => one.bringClaims(crisis.slice(at, at + 8)))))
    await Promise.all(both.map((one) => one.settle()))
    const { rows } = await sql<{ count: number }>`
      select count(*)::int from articles where title like ${`${name} %`}`.execute(pipeline.db.connection)
    expect(rows[0]!.count).toBe(crisis.length)
    expect(await articlesToday(company)).toBe(crisis.length)
    const events = (await eventsOf(company)).map(({ kind, tags }) => [kind, ...tags].join(' '))
    expect(new Set(events).size).toBe(events.length)
    await second.close()
    await shared.close()
  })

  test('a batch that fails half way leaves nothing behind, and succeeds the next time', async () => {
    const name = aName()
    const company = await pipeline.aFollower(await pipeline.aSubject(name))
    const origin = { owner: platform, source: 'import', seenAt: pipeline.now() }
    const incoming = [{ title: `${name} opens a new plant`, outlet: 'Example', published: pipeline.now().getTime() }]
    await expect(
      pipeline.takeIn(origin, incoming, async () => {
        throw new Error('the process is killed')
      }),
    ).rejects.toThrow('killed')
    await pipeline.settle()
    expect(await articlesToday(company)).toBe(0)
    expect(await pipeline.takeIn(origin, incoming)).toEqual(['created'])
    expect(await pipeline.takeIn(origin, incoming)).toEqual(['unchanged'])
    await pipeline.settle()
    expect(await articlesToday(company)).toBe(1)
  })
})
