import { featureEngines } from '@service/foundation-testing/database/database-engines.ts'
import { newClient } from '@service/reputation-testing/client.ts'
import { follow, newCompanyInTheNews, newSubject } from '@service/reputation-testing/news.ts'
import { useService } from '@service/reputation-testing/running-service.ts'
import { describe, expect, test } from 'vitest'

const scopes = ['alerts:read', 'reputation:read', 'sentiment:read']
const paths = ['alerts', 'articles', 'stories', 'sentiment', 'reputation'].map((name) => `/api/v1/${name}`)

describe.each(featureEngines)('a company without a subject of its own on $name', (engine) => {
  const service = useService(engine)

  test.each(paths)('%s says what is missing and how to set it, in JSON and CSV', async (path) => {
    const company = await newClient(service, scopes)
    await follow(service, company.companyId, (await newSubject(service)).id, 'peer')
    for (const format of ['json', 'csv']) {
      const response = await company.get<{ message: string }>(path, { format })
      expect(response.status).toBe(404)
      expect(response.body).toMatchObject({ error: 'Not Found', code: 'no-own-subject' })
      expect(response.body.message).toContain('POST /api/v1/subjects')
    }
  })

  test('with a subject but no news yet, lists are empty and there is no score', async () => {
    const company = await newCompanyInTheNews(service)
    for (const path of paths.filter((one) => one !== '/api/v1/reputation')) {
      expect((await company.get(path)).status, path).toBe(200)
    }
    expect(await company.get('/api/v1/reputation')).toMatchObject({ status: 404, body: { code: 'not-found' } })
  })
})
