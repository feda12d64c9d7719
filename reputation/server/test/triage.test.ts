/** Stories with alerts, and what the people of a company decide about them. */
import { makeErasePerson } from '@service/foundation/erasure/erase-person.ts'
import { byTester } from '@service/foundation-testing/acts.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { featureEngines } from '@service/foundation-testing/database/database-engines.ts'
import { newPerson, sessionHeaders } from '@service/foundation-testing/signed-in.ts'
import { startReceiver } from '@service/foundation-testing/webhooks/receiver.ts'
import { noteRedactor } from '@service/reputation-server/news/triage/triage.ts'
import { articles, newCompanyInTheNews, send, settled } from '@service/reputation-testing/news.ts'
import { useService } from '@service/reputation-testing/running-service.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'

type Story = {
  story: string
  title: string
  severity: string
  state: string
  rose: boolean
  assignee: { id: string; name: string } | null
  muted: string | null
  words: string[]
  category?: string
  pace: number[]
  articleCount: number
  notCritical: { conditions: { name: string; has: number; needs: number; met: boolean }[] } | null
  levels: { level: string }[]
  acts: { act: string | null; actorName: string | null; note: string | null; assigneeName: string | null }[]
  announced: { receiver: string; event: string }[]
}
type Page = { stories: Story[]; counts: Record<string, number>; nextCursor: string | null }

const path = '/api/v1/alert-stories'

describe.each(featureEngines)('triage on $name', (engine) => {
  const service = useService(engine)
  const company = beforeTests(() =>
    newCompanyInTheNews(service, {
      scopes: [
        'alerts:read',
        'alerts:triage',
        'articles:write',
        'webhooks:manage',
        'sentiment:read',
        'reputation:read',
      ],
    }),
  )
  let receiver: Awaited<ReturnType<typeof startReceiver>>
  beforeAll(async () => {
    receiver = await startReceiver()
    await company.send('POST', '/api/v1/webhooks', { url: receiver.url })
    await send(service, company, [`${company.name} accused of fraud in court`], 3)
    await send(service, company, [`Deadly explosion at ${company.name} plant kills three workers`])
    return () => receiver.close()
  })

  const list = async (query: Record<string, string> = {}) => (await company.get<Page>(path, query)).body
  const byTitle = async (part: string) => (await list()).stories.find(({ title }) => title.includes(part))!
  const at = ({ story }: Pick<Story, 'story'>) => `${path}/${encodeURIComponent(story)}`
  const triage = (story: Pick<Story, 'story'>, change: object) =>
    company.send<Story>('POST', `${at(story)}/triage`, change)

  test('lists the stories that have alerts, each new, with the words they rest on and why they are not critical', async () => {
    const { stories, counts, nextCursor } = await list()
    expect(stories.map(({ title }) => title)).toEqual([
      `Deadly explosion at ${company.name} plant kills three workers`,
      `${company.name} accused of fraud in court`,
    ])
    expect(nextCursor).toBeNull()
    expect(counts).toEqual({ new: 2, seen: 0, assigned: 0, closed: 0, mine: 0, muted: 0, critical: 0 })
    const [grave] = stories
    expect(grave).toMatchObject({ severity: 'high', state: 'new', rose: false, assignee: null, muted: null })
    expect(grave!.words.join()).toMatch(/kill|explosion|deadly/i)
    expect(grave!.pace.reduce((sum, count) => sum + count)).toBe(grave!.articleCount)
    const { conditions } = grave!.notCritical!
    expect(conditions.find(({ name }) => name === 'outlets')).toEqual({
      name: 'outlets',
      has: 1,
      needs: 15,
      met: false,
    })
  })

  test('says of one which levels it has reached, and to which webhooks its alerts were sent', async () => {
    const { body } = await company.get<Story>(at(await byTitle('explosion')))
    expect(body.levels.map(({ level }) => level)).toEqual(['low'])
    expect(body.announced).toEqual([
      expect.objectContaining({ event: 'alert.high', receiver: new URL(receiver.url).host }),
    ])
    expect((await company.get(`${path}/none`)).status).toBe(404)
  })

  test('is seen, assigned and closed by people, under their names, and the list of alerts stays as it is', async () => {
    const alerts = (await company.get('/api/v1/alerts')).text
    const story = await byTitle('fraud')
    const person = await newPerson(service, company.companyId, { role: 'analyst' })
    const headers = await sessionHeaders(service, person)
    const as = async (change: object) => {
      const response = await fetch(`${service.baseUrl}${at(story)}/triage`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify(change),
      })
      return { status: response.status, body: (await response.json()) as Story }
    }
    expect((await as({ state: 'seen' })).body.state).toBe('seen')
    const given = (await as({ assigneeId: person.userId, note: 'Please call the lawyers.' })).body
    expect(given).toMatchObject({ state: 'assigned', assignee: { id: person.userId, hasLeft: false } })
    expect((await list()).counts).toMatchObject({ new: 1, seen: 0, assigned: 1 })
    expect((await list({ assignee: person.userId })).stories).toHaveLength(1)
    const closed = (await as({ state: 'closed', note: 'Settled.' })).body
    expect(closed).toMatchObject({ state: 'closed', assignee: null })
    const name = given.assignee!.name
    expect(closed.acts.map(({ act, actorName, note }) => [act, actorName, note])).toEqual([
      ['seen', name, null],
      ['assigned', name, 'Please call the lawyers.'],
      ['closed', name, 'Settled.'],
    ])
    expect((await list({ open: 'true' })).stories).toHaveLength(1)
    expect((await list({ state: 'closed' })).stories).toHaveLength(1)
    const { rows } = await sql<{ actor: string; after: object }>`
      select actor, after from audit_events where action = 'story.triage' and company_id = ${company.companyId}
       order by id`.execute(service.administration.db.connection)
    expect(rows.map(({ actor }) => actor)).toEqual(new Array(3).fill(`user:${person.userId}`))
    expect(JSON.stringify(rows)).not.toContain('Settled')
    expect((await company.get('/api/v1/alerts')).text).toBe(alerts)
    await as({ state: 'new' })
  })

  test.each([
    [{ state: 'assigned' }, 'body.assigneeId'],
    [{ assigneeId: 'usr_of_nobody' }, 'body.assigneeId'],
    [{ state: 'done' }, 'body.state'],
    [{ note: 'NUL \0' }, 'body.note'],
  ])('%j is refused, by the name of the field', async (change, field) => {
    const { status, body } = await triage(await byTitle('fraud'), change)
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain(field)
  })

  test('nobody is given a story who may not work on it, and a viewer decides nothing', async () => {
    const story = await byTitle('fraud')
    const viewer = await newPerson(service, company.companyId, { role: 'viewer' })
    expect((await triage(story, { assigneeId: viewer.userId })).status).toBe(400)
    const response = await fetch(`${service.baseUrl}${at(story)}/triage`, {
      method: 'POST',
      headers: { ...(await sessionHeaders(service, viewer)), 'Content-Type': 'application/json' },
      body: '{"state":"seen"}',
    })
    expect(response.status).toBe(403)
    const { body } = await company.get<{ people: { id: string }[] }>('/api/v1/alert-assignees')
    expect(body.people.map(({ id }) => id)).not.toContain(viewer.userId)
  })

  test('is muted by itself or with its kind of risk', async () => {
    const story = await byTitle('fraud')
    expect((await triage(story, { muted: true })).body).toMatchObject({ muted: 'story', state: 'new' })
    expect((await list({ muted: 'false' })).stories).toHaveLength(1)
    expect((await list()).counts).toMatchObject({ new: 1, muted: 1 })
    await triage(story, { muted: false })
    const muteKind = (muted: boolean) =>
      company.send<{ categories: { category: string }[] }>('PUT', '/api/v1/muted-categories', {
        category: story.category,
        muted,
      })
    const { body } = await muteKind(true)
    expect(body.categories).toMatchObject([{ category: story.category }])
    expect((await list({ muted: 'true' })).stories).toMatchObject([{ story: story.story, muted: 'category' }])
    await muteKind(false)
    expect((await list()).counts).toMatchObject({ muted: 0 })
  })

  test('is new again once it has become critical, and what was muted before is not any more', async () => {
    const story = await byTitle('fraud')
    await triage(story, { state: 'closed', muted: true })
    const { connection } = service.administration.db
    await sql`update stories set severity = 'critical' where id = ${story.story}`.execute(connection)
    expect((await company.get<Story>(at(story))).body).toMatchObject({ state: 'new', rose: true, muted: null })
    // A note is no decision about it.
    expect((await triage(story, { note: 'Looking.' })).body).toMatchObject({ state: 'new', rose: true })
    expect((await triage(story, { state: 'closed' })).body).toMatchObject({ state: 'closed', rose: false })
    await sql`update stories set severity = 'high' where id = ${story.story}`.execute(connection)
    await triage(story, { state: 'new', muted: false })
  })

  test('what was decided follows the story when an article comes in late that it begins with', async () => {
    const story = await byTitle('explosion')
    await triage(story, { state: 'closed', note: 'Nobody was hurt.' })
    const [article] = articles([`Explosion at ${company.name} plant kills three workers`])
    const publishedAt = new Date(Date.now() - 6 * 3_600_000).toISOString()
    await company.send('POST', '/api/v1/articles', { articles: [{ ...article, publishedAt }] })
    await settled(service)
    const after = await byTitle('xplosion')
    expect(after.story).not.toBe(story.story)
    expect(after).toMatchObject({ state: 'closed', articleCount: 2 })
    expect((await company.get<Story>(at(after))).body.acts.map(({ note }) => note)).toContain('Nobody was hurt.')
  })

  test('pages, searches and comes as CSV', async () => {
    const first = await list({ limit: '1' })
    expect(first.stories).toHaveLength(1)
    const second = await list({ limit: '1', cursor: first.nextCursor! })
    expect([...first.stories, ...second.stories]).toHaveLength(2)
    expect((await list({ text: 'FRAUD in' })).stories).toHaveLength(1)
    expect((await list({ text: '100%' })).stories).toHaveLength(0)
    const { text } = await company.get(path, { format: 'csv' })
    expect(text).toMatch(/^story,title,source,url,severity,state/)
    expect(text.trim().split('\r\n')).toHaveLength(3)
  })

  test('nothing is seen of another company', async () => {
    const other = await newCompanyInTheNews(service, { scopes: ['alerts:read', 'alerts:triage'] })
    const story = await byTitle('fraud')
    expect((await other.get<Page>(path)).body.stories).toEqual([])
    expect((await other.get(at(story))).status).toBe(404)
    expect((await other.send('POST', `${at(story)}/triage`, { state: 'closed' })).status).toBe(404)
    expect((await byTitle('fraud')).state).toBe('new')
  })

  test('a person is erased from notes', async () => {
    const story = await byTitle('fraud')
    await triage(story, { note: 'Jane Q. Roe called; jane q. roe will write.' })
    const { db, now, newId } = service.administration
    const eraser = makeErasePerson({ db, now, newId, redactors: [noteRedactor] })
    await eraser.erase(byTester, company.companyId, { name: 'Jane Q. Roe' })
    const { body, text } = await company.get<Story>(at(story))
    expect(text).not.toMatch(/jane/i)
    expect(body.acts.at(-1)!.note).toContain('will write')
  })
})
