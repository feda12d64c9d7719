import { type Html, html } from '../text/model/html.ts'

/** What descriptions are written in: paragraphs, and `code` between backticks. */
export const prose = (text: string): Html[] =>
  text.split(/\n{2,}/).map((paragraph) => html`<p>${inline(paragraph)}</p>`)

export const inline = (text: string): Html[] =>
  text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))
