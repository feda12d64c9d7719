/** `POST /api/v1/visibility/answers`, and what comes of it in `GET /api/v1/reputation`. */
import { featureEngines } from '@service/foundation-testing/database/database-engines.ts'
import type { ReputationResponse } from '@service/reputation-server/news/read/reputation-responses.ts'
import { clientOf } from '@service/reputation-testing/client.ts'
import { startModelServer } from '@service/reputation-testing/language-models/model-server.ts'
import { newCompanyInTheNews, newSubject, send, settled } from '@service/reputation-testing/news.ts'
import { newTestEnvironment, runService, useService } from '@service/reputation-testing/running-service.ts'
import { describe, expect, test } from 'vitest'

const path = '/api/v1/visibility/answers'

describe.each(featureEngines)('completions of language models on $name', (engine) => {
  const service = useService(engine)

  const completionsOf = (text: string, count: number, stated: object = {}) =>
    Array.from({ length: count }, (_, index) => ({
      sector: 'widgets',
      provider: 'example',
      model: 'small',
      prompt: 'Which makers of widgets are trusted most?',
      answer: text,
      askedAt: new Date(Date.now() - (index + 1) * 60_000).toISOString(),
      ...stated,
    }))

  test('become the AI visibility of the company that sent them, and of no other', async () => {
    const subject = await newSubject(service)
    const [mine, theirs] = [
      await newCompanyInTheNews(service, { subject }),
      await newCompanyInTheNews(service, { subject }),
    ]
    for (const company of [mine, theirs]) await send(service, company, [`${subject.name} opens a plant`])
    const answers = completionsOf(`${subject.name} is trusted by most.`, 30)
    const sent = await mine.send('POST', path, { answers })
    expect([sent.status, sent.body]).toEqual([200, { created: 30, known: 0, rejected: [] }])
    expect((await mine.send('POST', path, { answers })).body).toEqual({ created: 0, known: 30, rejected: [] })
    await settled(service)
    const visibilityOf = async (company: typeof mine) =>
      (await company.get<ReputationResponse>('/api/v1/reputation')).body.pillars.find(
        ({ pillar }) => pillar === 'ai_visibility',
      )!
    const { status, sampleSize, presence, contribution } = await visibilityOf(mine)
    expect({ status, sampleSize, share: presence?.share }).toEqual({ status: 'ok', sampleSize: 30, share: 1 })
    expect(presence!.low).toBeCloseTo(0.886, 2)
    expect(contribution).toBeGreaterThan(0)
    expect(await visibilityOf(theirs)).toMatchObject({ status: 'unavailable', reason: 'no_provider_configured' })
  })

  test('are stored where valid; others are rejected, and a request without a valid one is refused', async () => {
    const company = await newCompanyInTheNews(service)
    const [good, bad] = [completionsOf('Nobody.', 1, { sector: undefined }), completionsOf('', 1)]
    const { status, body } = await company.send('POST', path, { answers: [...bad, ...good] })
    expect([status, body]).toMatchObject([200, { created: 1, rejected: [{ line: 1 }] }])
    const refused = await company.send('POST', path, { answers: bad })
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid-request'])
    expect((await company.send('POST', path, { answers: [] })).status).toBe(400)
    expect((await company.send('POST', path, { answers: good, more: 1 })).status).toBe(400)
  })

  test('are requested by a service with language models, which shows how many it has', async () => {
    const environment = await newTestEnvironment(engine)
    const server = await startModelServer()
    try {
      const before = await runService(engine, { environment })
      const company = await newCompanyInTheNews(before)
      await send(before, company, [`${company.name} opens a plant`])
      await before.stop()
      server.respond(() => `${company.name} is trusted by most.`)
      const providers = JSON.stringify([server.model()])
      const asking = await runService(engine, { environment, settings: { REPUTATION_ANSWER_PROVIDERS: providers } })
      const client = clientOf(asking.baseUrl, company.secret)
      const read = async () => {
        const { pillars } = (await client.get<ReputationResponse>('/api/v1/reputation')).body
        const { reason, sampleSize } = pillars.find(({ pillar }) => pillar === 'ai_visibility')!
        return { reason, sampleSize }
      }
      await expect.poll(read, { timeout: 60_000, interval: 250 }).toEqual({ reason: 'too_few_answers', sampleSize: 10 })
      await asking.stop()
    } finally {
      await server.close()
      await environment.remove()
    }
  })

  test('need the scope articles:write', async () => {
    const company = await newCompanyInTheNews(service, { scopes: ['reputation:read'] })
    expect((await company.send('POST', path, { answers: completionsOf('Nobody.', 1) })).status).toBe(403)
  })
})
