/** One operation: what it is for, what it takes and returns, how it is asked in each language, and a place to try it. */

import { type Html, html } from '../text/model/html.ts'
import type { Described, Document, Media, Response, Schema } from './document.ts'
import { errorCodesOf, resolved } from './document.ts'
import { type ExampleRequest, exampleOf, exampleRequest, sampleOf } from './example-request.ts'
import { languages } from './model/samples.ts'
import { inline, prose } from './prose.ts'
import { aboutOf, type Row, rowsOf, typeText } from './schema-rows.ts'

export type Trying = {
  /** Before the path of the operation; the service itself where empty. */
  base: string
  /** Whether a key is needed. */
  needsKey: boolean
  /** What is said of it, for a person. */
  words: string
  /** Where more can be done with it, and what that is called. */
  elsewhere?: { href: string; name: string }
}

export type OperationOptions = {
  baseUrl: string
  trying: (operation: Described, request: ExampleRequest) => Trying | undefined
  basePath: string
}

export function operationContent(document: Document, described: Described, options: OperationOptions): Html {
  const { method, path, operation } = described
  const request = exampleRequest(document, described)
  const isOpen = (operation.security ?? [{}]).every((one) => Object.keys(one).length === 0)
  const isOfPeople = !isOpen && (operation.security ?? []).every((one) => 'session' in one)
  const codes = new Map(errorCodesOf(operation))
  const trying = isOfPeople ? undefined : options.trying(described, request)
  return html`<h1>${operation.summary ?? operation.operationId}</h1>
<p class="path"><span class="method">${method}</span> <code>${path}</code></p>
${prose(operation.description ?? '')}
<p>${admission(operation['x-required-scope'], { isOpen, isOfPeople })}</p>
${parameterTable(document, request)}
${bodyTable(document, operation.requestBody?.content)}
<h2>Samples</h2>
${samples(request, options.baseUrl, isOpen)}
${trying && tryPanel(request, { ...trying, needsKey: trying.needsKey && !isOpen })}
<h2>Responses</h2>
${Object.entries(operation.responses ?? {}).map(([status, response]) => responsePart(document, status, response, codes.get(status) ?? []))}
<p class="small"><a href="${options.basePath}/errors">All codes of errors</a></p>`
}

function admission(scope: string | undefined, { isOpen, isOfPeople }: { isOpen: boolean; isOfPeople: boolean }): Html {
  if (isOpen) return html`No credentials are needed.`
  if (isOfPeople) return html`Only for signed-in people, not for keys.`
  return scope ? html`Needs a key with the scope <code>${scope}</code>.` : html`Needs a key.`
}

function parameterTable(document: Document, { parameters }: ExampleRequest): Html | undefined {
  if (parameters.length === 0) return undefined
  const rows = parameters.map(
    ({ name, in: place, required = false, description, schema = {} }): Row => ({
      path: name,
      type: `${place}, ${typeText(document, schema)}`,
      isRequired: required,
      about: aboutOf({ ...resolved(document, schema), ...(description && { description }) }),
    }),
  )
  return html`<h2>Parameters</h2>${table('Parameters', rows)}`
}

function bodyTable(document: Document, content: Readonly<Record<string, Media>> | undefined): Html | undefined {
  const [type, media] = Object.entries(content ?? {})[0] ?? []
  if (!media?.schema) return undefined
  return html`<h2>Body</h2><p><code>${type ?? ''}</code></p>${table('Fields of the body', rowsOf(document, media.schema))}`
}

const table = (caption: string, rows: readonly Row[]): Html | undefined =>
  rows.length === 0
    ? undefined
    : html`<div class="scroll" tabindex="0" role="group" aria-label="${caption}"><table>
<caption>${caption}</caption>
<thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">About</th></tr></thead>
<tbody>${rows.map(
        ({ path, type, isRequired, about }) =>
          html`<tr><th scope="row"><code>${path}</code>${isRequired && html` <em>required</em>`}</th><td>${type}</td><td>${inline(about)}</td></tr>
`,
      )}</tbody></table></div>`

const samples = (request: ExampleRequest, baseUrl: string, isOpen: boolean): Html[] =>
  languages.map(
    ({ name, write }, index) =>
      html`<details${index === 0 && html` open`} name="sample"><summary>${name}</summary>${code(write(sampleOf(request, baseUrl, isOpen)), `sample in ${name}`)}</details>
`,
  )

const code = (text: string, label: string): Html =>
  html`<pre tabindex="0" role="group" aria-label="${label}">${text}</pre>`

function tryPanel(
  { method, path, parameters, body, hasBody }: ExampleRequest,
  { base, needsKey, words, elsewhere }: Trying,
): Html {
  const shown = parameters.filter(({ in: place }) => place === 'path' || place === 'query')
  return html`<h2 id="try">Try</h2>
<noscript><p>To try it here, the page needs scripts; the samples do not.</p></noscript>
<form class="try" hidden data-base="${base}" data-method="${method}" data-path="${path}">
<p>${inline(words)}${elsewhere && html` <a href="${elsewhere.href}">${elsewhere.name}</a>`}</p>
${needsKey && html`<label>Key <input name="key" type="password" autocomplete="off" spellcheck="false" placeholder="svc_…"></label>`}
${shown.map(
  (one) =>
    html`<label>${one.name}${one.required && ' (required)'} <input name="${one.in}.${one.name}" value="${one.required ? exampleOf(one) : ''}" autocomplete="off" spellcheck="false"></label>
`,
)}
${hasBody && html`<label>Body <textarea name="body" rows="${Math.min(16, JSON.stringify(body ?? {}, null, 2).split('\n').length + 1)}" spellcheck="false">${JSON.stringify(body ?? {}, null, 2)}</textarea></label>`}
<button type="submit">Send</button>
<output aria-live="polite"></output>
</form>`
}

function responsePart(document: Document, status: string, given: Response, codes: readonly string[]): Html {
  const response = resolved(document, given)
  const [type, media] = Object.entries(response.content ?? {})[0] ?? []
  const isError = !/^[23]/.test(status)
  const examples = examplesOf(media)
  const words = status === 'default' ? 'Others' : status
  const headers = Object.keys(response.headers ?? {})
  const rows = !isError && media?.schema ? rowsOf(document, media.schema as Schema, false) : []
  return html`<details${status.startsWith('2') && html` open`}><summary><strong>${words}</strong> ${response.description ?? ''}${codes.map((one) => html` <code>${one}</code>`)}</summary>
${type !== undefined && html`<p><code>${type}</code></p>`}
${table(`Fields of ${status}`, rows)}
${headers.length > 0 && html`<p class="small">Headers: ${headers.map((name) => html`<code>${name}</code> `)}</p>`}
${examples.map((one) => code(typeof one === 'string' ? one : JSON.stringify(one, null, 2), `example of ${status}`))}
</details>
`
}

export const examplesOf = (media: Media | undefined): unknown[] => [
  ...(media?.example === undefined ? [] : [media.example]),
  ...Object.values(media?.examples ?? {}).flatMap(({ value }) => (value === undefined ? [] : [value])),
]

export const codeOf = (example: unknown): string | undefined => {
  const { code } = (example ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : undefined
}
