import { type Html, html } from '../text/model/html.ts'
import type { Described, Document } from './document.ts'

export type Frame = { document: Document; operations: readonly Described[]; basePath: string }

/** The operations by their tag, in the order of the document. */
export function byTag({ document, operations }: Frame): [name: string, about: string, of: Described[]][] {
  const names = [...(document.tags ?? []).map(({ name }) => name)]
  const tagOf = ({ operation }: Described) => operation.tags?.[0] ?? 'Other'
  for (const one of operations) if (!names.includes(tagOf(one))) names.push(tagOf(one))
  const aboutOf = (name: string) => document.tags?.find((one) => one.name === name)?.description ?? ''
  return names
    .map((name): [string, string, Described[]] => [
      name,
      aboutOf(name),
      operations.filter((one) => tagOf(one) === name),
    ])
    .filter(([, , of]) => of.length > 0)
}

/** A page: where one is among all, and its content. */
export function page(
  frame: Frame,
  { title, current, content }: { title: string; current: string; content: Html },
): string {
  const { document, basePath } = frame
  const { title: name, version } = document.info
  const at = (path: string) => (path === current ? html` aria-current="page"` : undefined)
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · ${name}</title>
<link rel="icon" href="${basePath}/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${basePath}/reference.css">
<script type="module" src="${basePath}/try.js"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header><a href="${basePath}">${name}</a> <span>version ${version}</span></header>
<div class="frame">
<nav aria-label="Operations">
<ul><li><a href="${basePath}"${at('')}>Overview</a></li><li><a href="${basePath}/errors"${at('errors')}>Errors</a></li><li><a href="/openapi.json">openapi.json</a></li></ul>
${byTag(frame).map(
  ([tag, , of]) => html`<h2>${tag}</h2>
<ul>${of.map(
    ({ method, operation }) =>
      html`<li><a href="${basePath}/${operation.operationId}"${at(operation.operationId)}><span class="method">${method}</span> ${operation.summary ?? operation.operationId}</a></li>`,
  )}</ul>
`,
)}
</nav>
<main id="content" tabindex="-1">
${content}
</main>
</div>
</body>
</html>
`.text
}
