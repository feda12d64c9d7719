/**
 * Pages on which a person decides about a program: they sign in there, read what it asks for, and prove again who they are. All
 * have the same frame and style; the script of each is its own, over `asking.js`.
 */
import type { App } from '../../http/http.ts'
import { guardPage, plainPage, plainPageStyle, servePageFile } from '../../pages/pages.ts'
import { type Html, html } from '../../text/model/html.ts'

export type Place = {
  /** As people know the service. */
  title: string
  pagesPath: string
}

type AskingPage = Place & {
  path: string
  heading: string
  script: { url: string; file: URL }
  /** One is shown at a time. Words that the page fills in are those of the script. */
  forms: Html
}

/** The page reads the query of its address by itself. */
export function serveAskingPage(app: App, { path, heading, title, pagesPath, script, forms }: AskingPage): void {
  servePageFile(app, script.url, script.file)
  const content = html`<p id="message" role="status">One moment …</p>
      ${signIn(pagesPath)}
      ${forms}
      <noscript><p>This page needs JavaScript.</p></noscript>`
  const text = plainPage({ heading, service: title, script: script.url, content })
  app.get(path, { schema: { hide: true }, config: { public: true, page: true } }, (_request, reply) =>
    guardPage(reply).header('content-type', 'text/html; charset=utf-8').send(text),
  )
}

/** What these pages share, once for a service. */
export function askingFiles(app: App): void {
  servePageFile(app, plainPageStyle.url, plainPageStyle.file)
  servePageFile(app, '/oauth/asking.js', new URL('asking.js', import.meta.url))
}

const signIn = (pagesPath: string): Html => html`<form id="sign-in" hidden>
        <label for="email">E-mail address</label>
        <input id="email" type="email" autocomplete="username webauthn" required />
        <label for="password">Password</label>
        <input id="password" type="password" autocomplete="current-password" required />
        <div id="sign-in-factor" hidden>
          <label for="sign-in-code">Second factor: code of the app, or a recovery code</label>
          <input id="sign-in-code" type="text" autocomplete="one-time-code" maxlength="40" />
        </div>
        <button type="submit">Sign in</button>
        <button id="sign-in-passkey" type="button" hidden>Sign in with a passkey</button>
        <p>
          Or <a href="${pagesPath}/" target="_blank" rel="noopener">sign in on another page</a>, then
          <button id="again" type="button" class="plain">go on here</button>.
        </p>
      </form>`

/** Shown where the proof has grown old; in the form that decides. */
export const proof = html`<div id="proof" hidden>
          <div id="password-proof">
            <label for="again-password">Your password again</label>
            <input id="again-password" type="password" autocomplete="current-password" />
            <div id="factor" hidden>
              <label for="code">Code of your app, or a recovery code</label>
              <input id="code" type="text" autocomplete="one-time-code" maxlength="40" />
            </div>
          </div>
          <button id="prove-passkey" type="button" hidden>Use a passkey</button>
        </div>`

export const decision = (allow: string): Html => html`<div class="buttons">
          <button id="refuse" type="button">Refuse</button>
          <button type="submit">${allow}</button>
        </div>`
