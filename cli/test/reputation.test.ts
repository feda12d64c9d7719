/** Commands on the reputation service, with its own key, against the real one. */
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { databaseEngines } from '@service/foundation-testing/database/database-engines.ts'
import { newCompanyInTheNews, send } from '@service/reputation-testing/news.ts'
import { useService } from '@service/reputation-testing/running-service.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { inTerminal, missingPython, svc } from '../testing/svc.ts'

const scopes = ['alerts:read', 'reputation:read', 'articles:write', 'screening:read']

describe.each(databaseEngines.slice(-1))('svc and reputation on $name', (engine) => {
  const service = useService(engine)
  const company = beforeTests(() => newCompanyInTheNews(service, { scopes }))
  const env = () => ({
    SERVICE_REPUTATION_API_KEY: company.secret,
    SERVICE_REPUTATION_BASE_URL: service.baseUrl,
    SERVICE_API_KEY: 'svc_of_compute',
  })
  const run = (...words: string[]) => svc(words, { env: env() })
  beforeAll(() =>
    send(service, company, [`${company.name} hit by deadly explosion`, `${company.name} accused of fraud`], 1),
  )

  test('a name is screened', async () => {
    const listed = await run('screen', 'China Electronics Technology Group')
    expect(listed.code).toBe(0)
    expect(listed.stdout).toMatch(
      /^\d match(es)? for China Electronics Technology Group\n[\s\S]*^ *100 % +OFAC +CHINA ELECTRONICS/m,
    )
    expect(listed.stderr).toMatch(/^Screening scr_\w+, against .*OFAC/m)
    const clean = await run('screen', 'Zoe Quarrelwhistle', '--type', 'individual', '--date-of-birth', '1990')
    expect(clean.stdout).toMatch(/^No match for Zoe Quarrelwhistle\n/)
    const { stdout } = await run('screen', 'Zoe Quarrelwhistle', '--json', '--date-of-birth', '1990-01-01')
    expect(JSON.parse(stdout)).toMatchObject({
      query: 'Zoe Quarrelwhistle',
      clean: true,
      screeningId: expect.any(String),
    })
    expect(await run('screen', 'x', '--date-of-birth', 'soon')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('dateOfBirth'),
    })
  })

  test('alerts are listed', async () => {
    const { code, stdout } = await run('alerts', '--urls')
    expect(code).toBe(0)
    expect(stdout).toContain(`${company.name} accused of fraud\n  https://`)
    const { body } = await company.get<{ alerts: { id: string }[] }>('/api/v1/alerts')
    expect((await run('alerts', '-q')).stdout).toBe(body.alerts.map(({ id }) => `${id}\n`).join(''))
    expect(JSON.parse((await run('alerts', '--json')).stdout)).toEqual(body)
  })

  test('the score says what it is made of', async () => {
    const { stdout } = await run('score')
    expect(stdout).toMatch(new RegExp(`^\\d+\\.\\d of 100 for ${company.name} on `))
    expect(stdout).toMatch(/^sentiment +\d+\.\d +\d+\.\d +\d+\.\d/m)
    const { body } = await company.get('/api/v1/reputation')
    expect(JSON.parse((await run('score', '--json')).stdout)).toEqual(body)
  })

  test.skipIf(missingPython && !process.env.CI)('at a terminal, with a chart of the days', async () => {
    const { code, shown } = await inTerminal(['score'], { env: env(), columns: 60, rows: 40 }).end()
    expect(code).toBe(0)
    expect(shown).toContain('share of voice')
  })

  test('the key of the other service is not used for it', async () => {
    const { code, stderr } = await svc(['alerts'], { env: { ...env(), SERVICE_REPUTATION_API_KEY: undefined } })
    expect({ code, stderr }).toEqual({ code: 4, stderr: expect.stringContaining('svc login --reputation') })
  })
})
