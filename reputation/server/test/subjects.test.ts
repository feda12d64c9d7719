import { byTester as by } from '@service/foundation-testing/acts.ts'
import { featureEngines } from '@service/foundation-testing/database/database-engines.ts'
import { type Client, clientOf, newClient } from '@service/reputation-testing/client.ts'
import { articles, newSubject, settled } from '@service/reputation-testing/news.ts'
import { useService } from '@service/reputation-testing/running-service.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'

type Subject = { subjectId: string; name: string; role: string | null; shared: boolean; aliases: object[] }
type Problem = { code: string; message: string; details: { path: string }[] }

const path = '/api/v1/subjects'
const scopes = ['subjects:manage', 'reputation:read', 'sentiment:read', 'alerts:read', 'articles:write']
let count = 0
const newName = () => `Quux${String.fromCharCode(97 + (count++ % 26))}${'o'.repeat(1 + Math.floor(count / 26))}works`

describe.each(featureEngines)('subjects over HTTP on $name', (engine) => {
  const service = useService(engine)
  let company: Awaited<ReturnType<typeof newClient>>
  let name: string
  beforeEach(async () => {
    company = await newClient(service, scopes)
    name = newName()
  })

  const db = () => service.administration.db.connection
  const create = (body: object, client: Client = company) => client.send<Subject & Problem>('POST', path, body)
  const change = (id: string, body: object) => company.send<Subject & Problem>('PATCH', `${path}/${id}`, body)
  const own = () => create({ name, sector: 'Widgets', role: 'own' })
  const articlesToday = async () => {
    const { body } = await company.get<{ days: { articleCount: number }[] }>('/api/v1/sentiment', { days: '2' })
    return body.days.reduce((sum, { articleCount }) => sum + articleCount, 0)
  }

  test('an own subject that is created brings the figures of articles that are stored already', async () => {
    const sent = articles([`${name} opens a plant`, `${name} sued over deadly fire`])
    expect((await company.send('POST', '/api/v1/articles', { articles: sent })).status).toBe(200)
    expect((await company.get('/api/v1/sentiment')).status).toBe(404)

    const { status, body } = await own()
    expect([status, body]).toMatchObject([
      201,
      { name, sector: 'widgets', role: 'own', shared: false, searching: true },
    ])
    await expect.poll(articlesToday).toBe(2)
    expect((await company.get(`${path}/${body.subjectId}`)).body).toMatchObject({ searching: false, role: 'own' })
  })

  test('what is done is in the audit with the key that did it', async () => {
    const { body } = await own()
    await change(body.subjectId, { aliases: [{ text: `${name} Ltd` }], role: 'peer' })
    await company.send('DELETE', `${path}/${body.subjectId}`)
    const events = await service.administration.listAuditEvents(by, { target: body.subjectId }, 10)
    expect(events.map(({ action }) => action)).toEqual([
      'subject.remove',
      'company.subject',
      'subject.change',
      'subject.add',
    ])
    for (const event of events) {
      expect(event).toMatchObject({ companyId: company.companyId, actor: expect.stringMatching(/^key:key_/) })
    }
  })

  test('a second own subject and a second of the same name are refused, and nothing of them is kept', async () => {
    const { body: first } = await own()
    const second = await create({ name: newName(), sector: 'widgets', role: 'own' })
    expect([second.status, second.body.code]).toEqual([409, 'conflict'])
    const same = await create({ name: name.toUpperCase(), sector: 'widgets', role: 'peer' })
    expect([same.status, same.body.message]).toEqual([409, expect.stringContaining(first.subjectId)])
    const { body } = await company.get<{ subjects: Subject[] }>(path, { role: 'none' })
    expect(body.subjects.filter(({ shared }) => !shared)).toEqual([])
  })

  test('a change of names is searched for, and one of the role makes figures again', async () => {
    const { body } = await own()
    const other = newName()
    await company.send('POST', '/api/v1/articles', { articles: articles([`${other} opens a plant`]) })
    await settled(service)
    expect(await articlesToday()).toBe(0)
    const changed = await change(body.subjectId, { aliases: [{ text: other }] })
    expect(changed.body).toMatchObject({ name, role: 'own', searching: true, aliases: [{ text: other }] })
    await expect.poll(articlesToday).toBe(1)
    await change(body.subjectId, { role: null })
    expect((await company.get('/api/v1/sentiment')).body).toMatchObject({ code: 'no-own-subject' })
  })

  test('a shared subject can be followed, and neither changed nor deleted', async () => {
    const shared = await newSubject(service)
    expect((await company.get<Subject>(`${path}/${shared.id}`)).body).toMatchObject({ shared: true, role: null })
    const followed = await change(shared.id, { role: 'own' })
    expect([followed.status, followed.body.role]).toEqual([200, 'own'])
    expect((await change(shared.id, { name: 'Mine' })).status).toBe(409)
    expect((await company.send('DELETE', `${path}/${shared.id}`)).status).toBe(409)
    const { body } = await company.get<{ subjects: Subject[] }>(path, { role: 'own' })
    expect(body.subjects.map(({ subjectId }) => subjectId)).toEqual([shared.id])
  })

  test('the own subject is not deleted; a peer is, with what was found about it', async () => {
    const { body } = await own()
    expect((await company.send('DELETE', `${path}/${body.subjectId}`)).status).toBe(409)
    await company.send('POST', '/api/v1/articles', { articles: articles([`${name} opens a plant`]) })
    await settled(service)
    await change(body.subjectId, { role: 'peer' })
    expect((await company.send('DELETE', `${path}/${body.subjectId}`)).status).toBe(204)
    expect((await company.get(`${path}/${body.subjectId}`)).status).toBe(404)
    const { rows } = await sql`select from mentions where subject_id = ${body.subjectId}`.execute(db())
    expect(rows).toEqual([])
  })

  test("another company's subject is neither seen nor followed, and its name is free", async () => {
    const { body } = await own()
    const other = await newClient(service, scopes)
    for (const [method, sent] of [
      ['PATCH', { role: 'peer' }],
      ['DELETE', undefined],
    ] as const) {
      expect((await other.send(method, `${path}/${body.subjectId}`, sent)).status).toBe(404)
    }
    expect((await create({ name, sector: 'widgets', role: 'own' }, other)).status).toBe(201)
  })

  test('every fault is named by its place in the body', async () => {
    const { status, body } = await create({ name: '  ', sector: 'x', aliases: [{ text: '?' }], role: 'own' })
    expect([status, body.code, body.details.map((fault) => fault.path)]).toEqual([
      400,
      'invalid-request',
      ['body.name', 'body.aliases[0]'],
    ])
  })

  test('a company has a limited number of subjects, however many requests come at once', async () => {
    await sql`
      insert into subjects (id, company_id, name, sector, definition, created_at, updated_at)
      select 'sub_' || ${company.companyId} || n, ${company.companyId}, 'Filler ' || n, 'x', '{"aliases": []}', now(), now()
        from generate_series(1, 98) n`.execute(db())
    const bodies = Array.from({ length: 5 }, () => ({ name: newName(), sector: 'x', role: 'peer' }))
    const statuses = (await Promise.all(bodies.map((body) => create(body)))).map(({ status }) => status)
    expect(statuses.sort()).toEqual([201, 201, 409, 409, 409])
    await sql`delete from subjects where company_id = ${company.companyId} and name like 'Filler %'`.execute(db())
  })

  test('names are changed 200 times an hour, and the refusal says when to try again', async () => {
    const { body } = await own()
    await sql`
      insert into audit_events (id, at, company_id, actor, action, target)
      select 'aud_' || substr(${body.subjectId}, 5, 20) || n, now(), ${company.companyId}, 'key:key_1', 'subject.change', 'x'
        from generate_series(1, 198) n`.execute(db())
    expect((await change(body.subjectId, { sector: 'gadgets' })).status).toBe(200)
    const refused = await change(body.subjectId, { sector: 'widgets' })
    expect([refused.status, refused.body.code, refused.headers.get('Retry-After')]).toEqual([
      429,
      'rate-limited',
      '600',
    ])
    expect((await create({ name: newName(), sector: 'x', role: 'peer' })).status).toBe(429)
    expect((await change(body.subjectId, { role: 'peer' })).status).toBe(200)
  })

  test('reading needs another scope than changing', async () => {
    const { secret } = await service.newKey(company, { scopes: ['reputation:read'] })
    const reader = clientOf(service.baseUrl, secret)
    expect((await reader.get(path)).status).toBe(200)
    expect((await create({ name, sector: 'x', role: 'own' }, reader)).status).toBe(403)
  })

  describe('names that are tried', () => {
    const tried = async (body: object, client: Client = company) =>
      (await client.send<{ found: number; headlines: { title: string }[] }>('POST', `${path}/try`, body)).body

    test('are found in the headlines of the last days that the company can see, and nothing is kept', async () => {
      const titles = [`${name} opens a plant`, `The ${name} sentence is a phrase`, 'Nobody is named here']
      await company.send('POST', '/api/v1/articles', { articles: articles(titles) })
      await company.send('POST', '/api/v1/articles', { articles: articles([`${name} was founded`], 9) })
      await settled(service)
      const body = { name: newName(), aliases: [{ text: name }], blockers: [`${name} sentence`], days: 3 }
      expect(await tried(body)).toMatchObject({
        searched: expect.any(Number),
        complete: true,
        found: 2,
        names: [{ found: 0 }, { text: name, found: 2 }],
        headlines: [
          { title: titles[1], name, blockedBy: `${name} sentence` },
          { title: titles[0], blockedBy: null },
        ],
      })
      expect(await tried({ ...body, days: 30, limit: 1 })).toMatchObject({
        found: 3,
        headlines: [{ title: titles[1] }],
      })
      expect(await tried(body, await newClient(service, scopes))).toMatchObject({ found: 0, headlines: [] })
      const { body: page } = await company.get<{ subjects: Subject[] }>(path, { role: 'none' })
      expect(page.subjects.filter(({ shared }) => !shared)).toEqual([])
    })

    test('are compared with the subject as it is, and what looks like a namesake is told apart', async () => {
      const plain = newName()
      const { body: subject } = await create({ name: plain, sector: 'widgets', role: 'own' })
      const titles = [`${plain} opens a plant`, `${plain}-Hall hosts a concert`, `Shares of Orangework rise`]
      await company.send('POST', '/api/v1/articles', { articles: articles(titles) })
      await settled(service)
      const body = {
        subjectId: subject.subjectId,
        name: `${plain}-Hall`,
        aliases: [{ text: 'Orangework' }],
        blockers: ['orangework rise'],
        days: 1,
      }
      const all = await tried(body)
      expect(all).toMatchObject({
        found: 2,
        namesakes: 1,
        compared: { added: 1, lost: 1 },
        headlines: [
          {
            title: titles[2],
            start: 10,
            end: 20,
            change: 'added',
            because: expect.stringContaining('orangework rise'),
          },
          { title: titles[1], start: 0, end: plain.length + 5, change: null },
        ],
      })
      for (const [show, title] of [
        ['added', titles[2]],
        ['lost', titles[0]],
        ['namesakes', titles[2]],
      ] as const) {
        expect((await tried({ ...body, show })).headlines, show).toMatchObject([{ title }])
      }
      const others = await newClient(service, scopes)
      expect((await others.send('POST', `${path}/try`, body)).status).toBe(404)
      expect(await tried({ name: plain, days: 1 })).toMatchObject({ compared: null, headlines: [{}, { change: null }] })
    })
  })
})
