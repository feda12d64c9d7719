/**
 * The reference: pages made of the API document, one for each operation, that can be read without scripts. What they show of
 * requests in languages comes of one table (`model/samples.ts`); `page/try.js` sends a request where a browser runs it.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Described, type Document, operationsOf } from './document.ts'
import { type ExampleRequest, filledPath } from './example-request.ts'
import { type Frame, page } from './layout.ts'
import { operationContent, type Trying } from './operation-page.ts'
import { errorsContent, overviewContent } from './other-pages.ts'

export type { Trying } from './operation-page.ts'

export type ReferenceOptions = {
  /** Where the pages are: `/docs`. */
  basePath: string
  /** What samples ask. */
  baseUrl: string
  /** Where an operation can be tried; nowhere where undefined. */
  trying: (of: { operationId: string; path: string; body: unknown }) => Trying | undefined
}

export type ReferenceFile = { type: string; text: string }

/** By their path below `basePath`. */
export function renderReference(
  given: object,
  { basePath, baseUrl, trying }: ReferenceOptions,
): Map<string, ReferenceFile> {
  const document = given as Document
  const operations = operationsOf(document)
  const frame: Frame = { document, operations, basePath }
  const options = {
    basePath,
    baseUrl,
    trying: ({ operation: { operationId } }: Described, request: ExampleRequest) =>
      trying({ operationId, path: filledPath(request), body: request.body }),
  }
  const files = new Map<string, ReferenceFile>([
    ['', asPage(frame, 'Overview', '', overviewContent(frame))],
    ['errors', asPage(frame, 'Errors', 'errors', errorsContent(frame))],
    ['reference.css', { type: 'text/css; charset=utf-8', text: ownFile('reference.css') }],
    ['icon.svg', { type: 'image/svg+xml', text: ownFile('icon.svg') }],
    ['try.js', { type: 'text/javascript; charset=utf-8', text: ownFile('try.js') }],
  ])
  for (const one of operations) {
    const { operationId, summary = operationId } = one.operation
    files.set(operationId, asPage(frame, summary, operationId, operationContent(document, one, options)))
  }
  return files
}

const asPage = (frame: Frame, title: string, current: string, content: Parameters<typeof page>[1]['content']) => ({
  type: 'text/html; charset=utf-8',
  text: page(frame, { title, current, content }),
})

const ownFile = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`./page/${name}`, import.meta.url)), 'utf8')
