import { type Html, html } from '../text/model/html.ts'
import type { Response } from './document.ts'
import { errorCodesOf, resolved } from './document.ts'
import { byTag, type Frame } from './layout.ts'
import { codeOf, examplesOf } from './operation-page.ts'
import { inline, prose } from './prose.ts'

/** What there is, by subject, with the events that the service sends. */
export function overviewContent(frame: Frame): Html {
  const { document, basePath } = frame
  const { title, description = '' } = document.info
  const events = Object.entries(document.webhooks ?? {})
  return html`<h1>${title}</h1>
${prose(description)}
<p>A key goes into the header <code>Authorization: Bearer svc_…</code>. Errors are the same everywhere: <a href="${basePath}/errors">by code</a>.</p>
${byTag(frame).map(
  ([tag, about, of]) => html`<h2>${tag}</h2>
<p>${inline(about)}</p>
<ul class="operations">${of.map(
    ({ method, path, operation }) =>
      html`<li><a href="${basePath}/${operation.operationId}">${operation.summary ?? operation.operationId}</a> <span class="path"><span class="method">${method}</span> <code>${path}</code></span></li>
`,
  )}</ul>
`,
)}
${events.length > 0 && html`<h2>Events that webhooks are sent</h2><dl>${events.map(([kind, { post }]) => html`<dt><code>${kind}</code></dt><dd>${post?.summary ?? ''}${eventExample(post?.requestBody?.content?.['application/json'], kind)}</dd>`)}</dl>`}`
}

const eventExample = (media: Parameters<typeof examplesOf>[0], kind: string): Html[] =>
  examplesOf(media).map(
    (one) => html`<pre tabindex="0" role="group" aria-label="example of ${kind}">${JSON.stringify(one, null, 2)}</pre>`,
  )

type Found = { code: string; status: string; about: string; message: string; operations: Set<string> }

/** Every code that an error is documented with, and which operations it concerns. */
export function errorsContent({ document, operations, basePath }: Frame): Html {
  const found = new Map<string, Found>()
  for (const { operation } of operations) {
    for (const [status, codes] of errorCodesOf(operation)) {
      const given = operation.responses?.[status]
      const response = given && resolved<Response>(document, given)
      const examples = examplesOf(response?.content?.['application/json'])
      for (const code of codes) {
        const example = examples.find((one) => codeOf(one) === code) as { message?: string } | undefined
        const unknown = { code, status, about: response?.description ?? '', message: '', operations: new Set<string>() }
        const known = found.get(code) ?? unknown
        known.message ||= example?.message ?? ''
        known.operations.add(operation.operationId)
        found.set(code, known)
      }
    }
  }
  const rows = [...found.values()].sort((a, b) => (`${a.status} ${a.code}` < `${b.status} ${b.code}` ? -1 : 1))
  return html`<h1>Errors</h1>
<p>Every error is an object with <code>error</code>, the reason phrase of its status, <code>message</code> for a person, and mostly <code>code</code> for programs. <code>details</code> names every fault of the input. The header <code>X-Service-Request-Id</code> is what to name to the operator.</p>
<div class="scroll" tabindex="0" role="group" aria-label="Codes of errors"><table class="codes">
<caption>Codes of errors</caption>
<thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">When</th><th scope="col">For example</th></tr></thead>
<tbody>${rows.map(
    ({ code, status, about, message, operations: of }) =>
      html`<tr><th scope="row" id="${code}"><code>${code}</code></th><td>${status}</td><td>${inline(about)}${whereOf([...of], operations.length, basePath)}</td><td>${message}</td></tr>
`,
  )}</tbody></table></div>`
}

function whereOf(ids: readonly string[], all: number, basePath: string): Html | undefined {
  if (ids.length > 6 || ids.length === all) return undefined
  return html` (${ids.map((id, index) => html`${index > 0 && ', '}<a href="${basePath}/${id}">${id}</a>`)})`
}
