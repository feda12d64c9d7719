/** The commands on feeds, where nothing polls. */
import { runAdmin } from '@service/foundation/admin/run-admin.ts'
import { featureEngines } from '@service/foundation-testing/database/database-engines.ts'
import { ownCommands } from '@service/reputation-server/administration.ts'
import { newClient } from '@service/reputation-testing/client.ts'
import { useService } from '@service/reputation-testing/running-service.ts'
import { beforeAll, describe, expect, test } from 'vitest'

describe.each(featureEngines)('commands on feeds on $name', (engine) => {
  const service = useService(engine, { settings: { REPUTATION_ROLES: 'api' } })
  let companyId: string
  beforeAll(async () => {
    companyId = (await newClient(service)).companyId
  })

  async function run(...words: string[]) {
    const said = { out: '', err: '' }
    const { administration } = service
    const code = await runAdmin({
      words: [...words, '--json'],
      newId: administration.newId,
      account: 'tester',
      folder: '/',
      ownCommands,
      out: (text) => {
        said.out += text
      },
      err: (text) => {
        said.err += text
      },
      open: async () => ({ ...administration, db: { ...administration.db, close: async () => {} } }),
    })
    return { code, ...said }
  }
  const json = async (...words: string[]) => {
    const { code, out, err } = await run(...words)
    expect(code, err).toBe(0)
    return JSON.parse(out)
  }

  test('the catalogue is listed by sector, region and kind, and a feed of it is added by its id', async () => {
    const { feeds } = await json('feed', 'catalogue', '--sector', 'banking', '--region', 'GB', '--kind', 'regulator')
    expect(feeds.map(({ id }: { id: string }) => id)).toContain('fca-news')
    const feed = await json('feed', 'add', 'fca-news', '--company', companyId, '--every', '5m')
    expect(feed).toMatchObject({ kind: 'feed', url: 'https://www.fca.org.uk/news/rss.xml', everyMs: 300_000 })
    expect((await run('feed', 'catalogue', '--kind', 'blog')).code).toBe(2)
  })

  test('a name is searched for at a provider', async () => {
    const words = ['feed', 'search', 'gdelt', 'Acme Widgets', '--language', 'de', '--company', companyId]
    expect(await json(...words)).toMatchObject({ kind: 'gdelt', name: 'GDELT: Acme Widgets', company: companyId })
    expect((await run('feed', 'search', 'elsewhere', 'Acme')).code).toBe(2)
  })

  test('an interval is set and given up, and a feed is switched off and on', async () => {
    const { id } = await json('feed', 'add', 'https://news.example.org/rss.xml', '--name', 'The Example')
    expect(await json('feed', 'set', id, '--every', '2m')).toMatchObject({ everyMs: 120_000, name: 'The Example' })
    expect(await json('feed', 'set', id, '--auto', '--off')).toMatchObject({ everyMs: null, nextPollAt: null })
    expect(await json('feed', 'set', id, '--on')).toMatchObject({ nextPollAt: expect.any(String) })
    for (const wrong of [[], ['--on', '--off'], ['--auto', '--every', '5m']]) {
      expect((await run('feed', 'set', id, ...wrong)).code).toBe(2)
    }
  })

  test('what is neither an address nor in the catalogue is refused', async () => {
    expect(await run('feed', 'add', 'nobody')).toMatchObject({ code: 1, err: expect.stringContaining('catalogue') })
    expect(await run('feed', 'add', 'news.example.org/rss')).toMatchObject({
      code: 1,
      err: expect.stringContaining('must be an http or https URL'),
    })
  })
})
