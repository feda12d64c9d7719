/** What docs/connect has to paste: run where it can run, compared with the API document where it cannot. */
import { execFile, spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { runInNewContext } from 'node:vm'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { databaseEngines, postgres, type TestDatabase } from '@service/foundation-testing/database/database-engines.ts'
import { newClient } from '@service/reputation-testing/client.ts'
import { newCompanyInTheNews, send } from '@service/reputation-testing/news.ts'
import { useService } from '@service/reputation-testing/running-service.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const docs = join(root, 'docs/connect')
const textOf = (page: string) => readFileSync(join(docs, page), 'utf8')
const blocksOf = (page: string, kind: string): string[] =>
  [...textOf(page).matchAll(/^```([^\n]*)\n([\s\S]*?)^```$/gm)].flatMap(([, its, text]) =>
    its === kind ? [text!] : [],
  )

const run = promisify(execFile)
const has = (program: string) => spawnSync(program, ['--version']).status === 0
const needs = (program: string, title: string) => (has(program) ? title : `${title} (not run: there is no ${program})`)

const onPostgres = databaseEngines.some(({ name }) => name === 'postgres')
const pages = `the pages of docs/connect${onPostgres ? '' : ' (not run: without PostgreSQL)'}`
describe.skipIf(!onPostgres && !process.env.CI)(pages, () => {
  const service = useService(postgres)
  const company = beforeTests(() => newCompanyInTheNews(service))
  let folder: string
  let database: TestDatabase
  let env: NodeJS.ProcessEnv
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'connect-'))
    database = await postgres.create([])
    const { url } = database.options as { url?: string }
    env = { ...process.env, REPUTATION: service.baseUrl, KEY: company.secret, ...(url && { DATABASE: url }) }
    const { name } = company
    await send(service, company, [`${name} accused of fraud`, `=A1 ${name} charged with bribery of officials`], 1)
  })
  afterAll(async () => {
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  const shell = async (text: string) => (await run('bash', ['-euc', text], { cwd: folder, env })).stdout
  const python = async (text: string, more: NodeJS.ProcessEnv = {}) =>
    (await run('python3', ['-c', text], { cwd: folder, env: { ...env, ...more } })).stdout

  test('curl exports articles', async () => {
    const [command] = blocksOf('export.md', 'sh')
    await shell(command!)
    expect(readFileSync(join(folder, 'articles.ndjson'), 'utf8').trim().split('\n')).toHaveLength(2)
  })

  test.skipIf(!has('python3') && !process.env.CI)(needs('python3', 'Python reads and writes them'), async () => {
    const [program] = blocksOf('export.md', 'python')
    expect((await python(program!)).trim().split('\n')).toHaveLength(2)
    await python(blocksOf('tableau.md', 'python')[0]!)
    const [head, ...rows] = readFileSync(join(folder, 'articles.csv'), 'utf8').trim().split('\r\n')
    expect(head).toBe('articleId,publishedAt,title,source,tone,sentimentScore,language,counted,url')
    expect(rows).toHaveLength(2)
  })

  test.skipIf(!has('python3') && !process.env.CI)(needs('python3', 'contacts are screened in batches'), async () => {
    const [contacts, result] = blocksOf('crm.md', 'sh')
    const { secret } = await newClient(service)
    await shell(contacts!)
    await python(blocksOf('crm.md', 'python')[0]!, { KEY: secret })
    await shell(result!)
  })

  test.skipIf(!has('psql') && !process.env.CI)(needs('psql', 'PostgreSQL keeps a copy, and asks it'), async () => {
    const [tables, weeks] = blocksOf('metabase.md', 'sql')
    const ask = async (text: string) =>
      (await run('psql', [env.DATABASE!, '-qAt', '-v', 'ON_ERROR_STOP=1', '-c', text])).stdout
    await ask(tables!)
    const [copy] = blocksOf('metabase.md', 'sh')
    await shell(copy!)
    await shell(copy!)
    expect(await ask(weeks!)).toMatch(/^\d{4}-\d\d-\d\d\|2\|\d\|-?0\.\d+$/m)
  })

  test('the script for Google Sheets writes alerts, and a headline that is like a formula stays text', async () => {
    const [script] = blocksOf('google-sheets.md', 'javascript')
    let written: unknown[][] = []
    const setValues = (values: unknown[][]) => {
      written = values
    }
    const sheet = { clearContents() {}, getRange: () => ({ setValues }) }
    const asked = '/api/v1/alerts?format=ndjson'
    const { text } = await company.get('/api/v1/alerts', { format: 'ndjson' })
    const fetched = (address: string, { headers }: { headers: Record<string, string> }) => {
      expect([address, headers]).toEqual([
        `https://reputation.example.com${asked}`,
        { Authorization: `Bearer ${company.secret}` },
      ])
      return { getContentText: () => text }
    }
    runInNewContext(`${script}\nrefresh()`, {
      PropertiesService: { getScriptProperties: () => ({ getProperty: () => company.secret }) },
      UrlFetchApp: { fetch: fetched },
      SpreadsheetApp: { getActive: () => ({ getSheetByName: () => sheet }) },
    })
    expect(written[0]).toEqual(['id', 'kind', 'severity', 'detectedAt', 'title', 'source', 'sentimentScore', 'url'])
    expect(written.map(([, , , , title]) => title)).toContainEqual(expect.stringMatching(/^'=A1 /))
  })
})

test('the code for flows takes what is signed as the service signs', () => {
  const [code] = blocksOf('receivers.md', 'javascript')
  const secret = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`
  const [id, body, timestamp] = ['evt_1', '{"a":1}', String(Math.floor(Date.now() / 1000))]
  const key = Buffer.from(secret.slice(6), 'base64')
  const signature = `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  const context = { require: () => ({ createHmac }), Buffer, given: { secret, id, timestamp, signature, body } }
  expect(runInNewContext(`${code}\nisGenuine(given)`, context)).toBe(true)
  context.given.body = '{"a":2}'
  expect(runInNewContext(`${code}\nisGenuine(given)`, context)).toBe(false)
})

type Document = { paths: Record<string, Record<string, { parameters?: { $ref?: string; name?: string }[] }>> }
const documentOf = (name: string) => JSON.parse(readFileSync(join(root, 'openapi', `${name}.json`), 'utf8')) as Document

test('queries of Power Query have a fixed address, and paths and parameters of the API document', () => {
  const queries = blocksOf('excel-and-power-bi.md', 'powerquery')
  expect(queries).toHaveLength(2)
  for (const query of queries) {
    const [, service] = /Web\.Contents\(\s*"https:\/\/(\w+)\.example\.com",/.exec(query)!
    const [, path] = /RelativePath = "([^"]+)"/.exec(query)!
    const [, parameters] = /Query = \[([^\]]+)\]/.exec(query)!
    const { parameters: known } = documentOf(service!).paths[`/${path}`]!.get!
    const names = known!.map(({ name }) => name)
    for (const given of parameters!.split(',')) expect(names).toContain(given.split('=')[0]!.trim())
  }
})

test('every path that a page names is one of the API documents, and every page is in the list', () => {
  const known = ['reputation', 'compute'].flatMap((name) => Object.keys(documentOf(name).paths))
  for (const page of readdirSync(docs)) {
    if (page !== 'README.md') expect(textOf('README.md')).toContain(`](${page})`)
    for (const [, path] of textOf(page).matchAll(/(?:GET|POST) (\/(?:api\/)?v1\/[\w/{}-]+)/g))
      expect(known, page).toContain(path)
  }
})
