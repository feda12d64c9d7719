import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { makeExample } from '@service/foundation-testing/http/example-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageRoutes } from './pages.ts'

const folder = mkdtempSync(join(tmpdir(), 'pages-'))
const script = `/* ${'long '.repeat(400)} */`
let app: Awaited<ReturnType<typeof makeExample>>['app']

function build(stamp: string, html: string): void {
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'index.html'), html)
  writeFileSync(join(folder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(folder, 'assets/index-abc.js'), script)
  writeFileSync(join(folder, 'manifest.json'), '{}')
  writeFileSync(join(folder, '.built-from'), stamp)
}

beforeAll(async () => {
  app = (await makeExample({ routes: (app) => pageRoutes(app, { path: '/admin', folder }) })).app
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

test('without a build the page says which command is missing, and the API serves', async () => {
  const page = await app.inject('/admin/')
  expect([page.statusCode, page.body.includes('npm run pages')]).toEqual([200, true])
  expect((await app.inject('/healthz')).statusCode).toBe(200)
})

test('every address below the path is the one page, whatever its query, under the policy', async () => {
  build('1', '<html lang="en">one</html>')
  for (const url of ['/admin/', '/admin/webhooks', '/admin/audit?event=1&what=ever', '/admin/a/b/c.d']) {
    const page = await app.inject(url)
    expect([url, page.statusCode, page.body]).toEqual([url, 200, '<html lang="en">one</html>'])
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    const policy = String(page.headers['content-security-policy'])
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "frame-ancestors 'none'",
      "trusted-types 'none'",
    ]) {
      expect(policy).toContain(part)
    }
    expect(policy).not.toMatch(/unsafe|nonce|\*/)
  }
})

test('another build takes the place of the one before without a restart', async () => {
  build('2', '<html lang="en">two</html>')
  expect((await app.inject('/admin/')).body).toContain('two')
})

test('files are kept for ever where their names say what is in them, and go out compressed', async () => {
  const plain = await app.inject('/admin/assets/index-abc.js')
  expect([plain.body, plain.headers['cache-control']]).toEqual([script, 'public, max-age=31536000, immutable'])
  const zipped = await app.inject({ url: '/admin/assets/index-abc.js', headers: { 'accept-encoding': 'br, gzip' } })
  expect(zipped.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(zipped.rawPayload).toString()).toBe(script)
  expect((await app.inject('/admin/icon.svg')).headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': 'image/svg+xml',
  })
})

test.each([
  '/admin/.built-from',
  '/admin/manifest.json',
  '/admin/..%2f..%2fpackage.json',
  '/admin/%00',
  '/admin/assets/',
])('what is no file of the pages is the page: %s', async (url) => {
  const page = await app.inject(url)
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
})

test('the colours that a person chose stand in the page, and nothing else of the cookie does', async () => {
  const withTheme = async (theme: string) =>
    (await app.inject({ url: '/admin/', headers: { cookie: `a=b; service_theme=${theme}` } })).body
  expect(await withTheme('dark')).toBe('<html data-theme="dark" lang="en">two</html>')
  expect(await withTheme('"><script>')).toBe('<html lang="en">two</html>')
})

test('the root leads a browser to the pages, and everybody else to the reference', async () => {
  const at = async (accept: string) => (await app.inject({ url: '/', headers: { accept } })).headers.location
  expect([await at('text/html,*/*'), await at('*/*')]).toEqual(['/admin/', '/docs'])
  expect((await app.inject('/admin')).headers.location).toBe('/admin/')
})
