import { databaseEngines } from '@service/foundation-testing/database/database-engines.ts'
import { useStoredEnvironment } from '@service/foundation-testing/database/stored-database.ts'
import { clientOf } from '@service/reputation-testing/client.ts'
import { quietSettings, useService } from '@service/reputation-testing/running-service.ts'
import { describe, expect, test } from 'vitest'

/** Of the company `acme` in the stored database, with every scope. */
const key = 'svc_eayqAkDUrIqdax2JF0OvxuA4wj2C3Kdfdd4wWNYWram2tL68D'
const screeningId = 'scr_01m81e6pr2chbkezhssp2tt6hz'
const dump = new URL('../../testing/stored/database-0.1.0.sql.gz', import.meta.url)
/** Nothing of it is old enough to be removed, whenever this runs. */
const settings = {
  REPUTATION_WEBHOOKS_KEPT_FOR: '36500d',
  REPUTATION_NEWS_KEPT_FOR: '36500d',
  REPUTATION_PERSONAL_DATA_KEPT_FOR: '36500d',
  REPUTATION_SECRETS_KEYS: `fixture:${Buffer.from('stored-database-fixture-key-0001').toString('base64')}`,
}

/** Written by release 0.1.0: screenings, a verdict, a legal hold, webhooks with deliveries, news and figures. */
describe.each(databaseEngines)('a database of release 0.1.0 on $name', (engine) => {
  const environment = useStoredEnvironment(engine, { name: 'reputation', settingsIn: quietSettings, dump })
  const service = useService(engine, { environment, settings })
  const client = () => clientOf(service.baseUrl, key)

  test('its keys are accepted and its records are listed', async () => {
    const { status, body } = await client().get<{ screenings: { screeningId: string }[] }>('/api/v1/screenings')
    expect(status).toBe(200)
    expect(body.screenings.map((screening) => screening.screeningId)).toContain(screeningId)
  })

  test('its records keep their key and their verdict', async () => {
    const record = await client().get(`/api/v1/screenings/${screeningId}`)
    expect(record.body).toMatchObject({ screeningId, keyId: 'key_01m81e6khr5nh3d3d48mda9smg', clean: false })
    const verdicts = await client().get<{ verdicts: unknown[] }>(`/api/v1/screenings/${screeningId}/verdicts`)
    expect(verdicts.body.verdicts).toMatchObject([
      { entityId: 'OFAC:9639', verdict: 'false-match', keyId: 'key_01m81e6khr5nh3d3d48mda9smg' },
    ])
  })

  test('new screenings are recorded beside them', async () => {
    const screened = await client().get('/api/v1/screen', { name: 'Ismail Abdul Salah Haniya' })
    expect(screened.status).toBe(200)
    const again = await client().get(`/api/v1/screenings/${String(screened.body.screeningId)}`)
    expect(again.status).toBe(200)
  })

  test('its webhooks and their deliveries are shown, and a failed one can be sent again', async () => {
    const { body } = await client().get<{ webhooks: { webhookId: string; url: string }[] }>('/api/v1/webhooks')
    const failing = body.webhooks.find(({ url }) => url.endsWith('/bad'))
    const at = `/api/v1/webhooks/${failing?.webhookId}/deliveries`
    const list = await client().get<{ deliveries: { deliveryId: string; state: string }[] }>(at)
    const failed = list.body.deliveries.find(({ state }) => state === 'failed')
    const resent = await client().send('POST', `${at}/${failed?.deliveryId}/resend`)
    expect(resent.status, resent.text).toBeLessThan(300)
  })

  test('its figures are served, and new articles are judged with the old ones', async () => {
    const { body } = await client().get<{ imports: { created: number }[] }>('/api/v1/articles/imports')
    expect(body.imports).toMatchObject([{ created: 48 }])
    const article = {
      title: 'Zorbworks wins prize for its widgets',
      url: 'https://outlet-9.example.org/prize',
      publishedAt: new Date(Date.now() - 60_000).toISOString(),
    }
    const sent = await client().send('POST', '/api/v1/articles', { articles: [article] })
    expect(sent.body).toMatchObject({ status: 'done', created: 1 })
    await expect.poll(async () => (await client().get('/api/v1/reputation')).status).toBe(200)
  })
})
