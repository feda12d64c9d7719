/** What makes an article an alert, as a company sets it. */
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { featureEngines } from '@service/foundation-testing/database/database-engines.ts'
import { newCompanyInTheNews, send, settled } from '@service/reputation-testing/news.ts'
import { useService } from '@service/reputation-testing/running-service.ts'
import { beforeAll, describe, expect, test } from 'vitest'

const path = '/api/v1/alert-settings'
type Preview = { stories: number; always: number; byTone: { story: string; title: string; alertsUpTo: number }[] }

describe.each(featureEngines)('alert settings on $name', (engine) => {
  const service = useService(engine)
  const company = beforeTests(() =>
    newCompanyInTheNews(service, { scopes: ['alerts:read', 'thresholds:manage', 'articles:write'] }),
  )
  beforeAll(async () => {
    const { name } = company
    await send(service, company, [`Deadly explosion at ${name} plant kills three workers`], 8)
    await send(service, company, [`Customers complain about terrible service of ${name}`], 6)
    await send(service, company, [`${name} opens a new office in Oslo`], 4)
    await send(service, company, [`Long ago ${name} was hated by its awful critics`], 40)
  })

  const alerting = async () =>
    (await company.get<{ stories: { story: string }[] }>('/api/v1/alert-stories')).body.stories.map(
      ({ story }) => story,
    )
  const since = Date.now() - 30 * 86_400_000

  test('the preview says what each threshold would have made of the stories, exactly as it then does', async () => {
    expect((await company.get(path)).body).toEqual({ negativeFrom: 0.75, defaultNegativeFrom: 0.75 })
    const { body: preview } = await company.get<Preview>(`${path}/preview`)
    expect(preview).toMatchObject({ stories: 3, always: 1 })
    expect(preview.byTone).toHaveLength(2)
    const [worst, mild] = preview.byTone
    expect(worst!.title).toContain('terrible')
    expect(worst!.alertsUpTo).toBeGreaterThan(mild!.alertsUpTo)
    for (const threshold of [worst!.alertsUpTo, (worst!.alertsUpTo + mild!.alertsUpTo) / 2, 1]) {
      const { status, body } = await company.send('PATCH', path, { negativeFrom: threshold })
      expect([status, body]).toEqual([200, { negativeFrom: threshold, defaultNegativeFrom: 0.75 }])
      await settled(service)
      const expected = preview.always + preview.byTone.filter(({ alertsUpTo }) => alertsUpTo >= threshold).length
      const found = (await company.get<{ stories: { story: string; alertedAt: string }[] }>('/api/v1/alert-stories'))
        .body
      expect(found.stories.filter(({ alertedAt }) => Date.parse(alertedAt) >= since)).toHaveLength(expected)
    }
    expect(await alerting()).not.toContain(worst!.story)
  })

  test('the preview counts articles as they were corrected', async () => {
    const own = await newCompanyInTheNews(service, { scopes: ['alerts:read', 'articles:write', 'articles:correct'] })
    await send(service, own, [`Customers complain about terrible service of ${own.name}`], 6)
    const before = (await own.get<Preview>(`${path}/preview`)).body
    expect(before.byTone).toHaveLength(1)
    const [article] = (await own.get<{ articles: { articleId: string }[] }>('/api/v1/articles')).body.articles
    await own.send('PUT', `/api/v1/corrections/${article!.articleId}`, { tone: 'positive' })
    const [tone] = (await own.get<Preview>(`${path}/preview`)).body.byTone
    expect(tone?.alertsUpTo ?? 0).toBe(0)
    await own.send('PUT', `/api/v1/corrections/${article!.articleId}`, { aboutCompany: false })
    expect((await own.get<Preview>(`${path}/preview`)).body.byTone).toEqual([])
  })

  test.each([{ negativeFrom: 1.2 }, { negativeFrom: '0.5' }, {}, { negativeFrom: 0.5, critical: 1 }])(
    '%j is refused',
    async (body) => expect((await company.send('PATCH', path, body)).status).toBe(400),
  )

  test('a key without the scope changes nothing', async () => {
    const other = await newCompanyInTheNews(service, { scopes: ['alerts:read'] })
    expect((await other.send('PATCH', path, { negativeFrom: 0.5 })).status).toBe(403)
    expect((await other.get<{ negativeFrom: number }>(path)).body.negativeFrom).toBe(0.75)
  })
})
