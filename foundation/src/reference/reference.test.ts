import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { html } from '../text/model/html.ts'
import { languages } from './model/samples.ts'
import { prose } from './prose.ts'
import { renderReference } from './reference.ts'

const options = { basePath: '/docs', baseUrl: 'http://127.0.0.1:4100', trying: () => undefined }

describe.each(['compute', 'reputation'])('the reference of %s', (service) => {
  const path = new URL(`../../../openapi/${service}.json`, import.meta.url)
  const document = JSON.parse(readFileSync(path, 'utf8')) as {
    paths: Record<string, Record<string, { operationId: string; summary: string; 'x-error-codes': string }>>
  }
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item))
  const files = renderReference(document, options)

  test('has a page for each operation, with samples in every language, and every link leads somewhere', () => {
    expect(operations.length).toBeGreaterThan(20)
    for (const { operationId, summary } of operations) {
      const { text } = files.get(operationId)!
      expect(text).toContain(`<h1>${html`${summary}`.text}</h1>`)
      for (const { name } of languages) expect(text, operationId).toContain(`<summary>${name}</summary>`)
    }
    for (const { text } of files.values()) {
      for (const [, to] of text.matchAll(/href="\/docs\/([^"#]+)"/g)) expect([...files.keys()]).toContain(to)
      expect(text).not.toContain('undefined')
    }
  })

  test('names every code of an error', () => {
    const { text } = files.get('errors')!
    const codes = new Set(operations.flatMap((one) => one['x-error-codes'].match(/[a-z][a-z-]+/g) ?? []))
    expect(codes.size).toBeGreaterThan(8)
    for (const code of codes) expect(text).toContain(`<code>${code}</code>`)
  })

  test('weighs at most 60 kB with its styles and script', () => {
    const kilobytes = (name: string) => gzipSync(files.get(name)!.text).length / 1_000
    const shared = kilobytes('reference.css') + kilobytes('try.js')
    for (const name of files.keys()) expect(kilobytes(name) + shared, name).toBeLessThanOrEqual(60)
  })
})

test('text of a document is never markup', () => {
  expect(html`<p title="${'"><b>'}">${'<script>'}</p>`.text).toBe('<p title="&quot;&gt;&lt;b&gt;">&lt;script&gt;</p>')
  expect(prose('a `<b>` c\n\nd').join('')).toBe('<p>a <code>&lt;b&gt;</code> c</p><p>d</p>')
})

test('samples quote what means something in their language', () => {
  const request = { method: 'POST', url: "http://x/'a'", headers: { A: '"b"' }, body: { text: `it's "#" \`\\\`` } }
  const byId = Object.fromEntries(languages.map(({ id, write }) => [id, write(request)]))
  expect(byId.curl).toContain(`'http://x/'\\''a'\\'''`)
  expect(byId.curl).toContain(`it'\\''s`)
  expect(byId.go).toContain('strings.NewReader("{\\n')
  expect(byId.python).toContain(`"text": "it's \\"#\\" \`\\\\\`"`)
})
