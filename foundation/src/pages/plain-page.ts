import { type Html, html } from '../text/model/html.ts'

export const plainPageStyle = { url: '/plain-page.css', file: new URL('plain-page.css', import.meta.url) }

type PlainPage = {
  /** The heading, and with the name of the service the title. */
  heading: string
  service: string
  content: Html
  /** The address of a script, where the page has one. */
  script?: string
}

/** A page that belongs to no interface: one column, for one decision. */
export const plainPage = ({ heading, service, content, script }: PlainPage): string =>
  html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${heading.replace(/[.?]$/, '')} · ${service}</title>
    <link rel="stylesheet" href="${plainPageStyle.url}" />
    ${script !== undefined && html`<script type="module" src="${script}"></script>`}
  </head>
  <body>
    <main>
      <h1>${heading}</h1>
      ${content}
    </main>
  </body>
</html>
`.text
