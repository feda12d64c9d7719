/** The page behind the link of a mail. It works without scripts, and only a button changes anything: mail scanners follow links. */
import { plainPage } from '@service/foundation/pages/pages.ts'
import { type Html, html } from '@service/foundation/text/model/html.ts'
import type { RecipientState } from '../model/recipient.ts'
import type { Linked } from './recipient-store.ts'

const headings: Record<RecipientState, string> = {
  waiting: 'Receive alerts by e-mail?',
  confirmed: 'You receive alerts by e-mail',
  stopped: 'You receive no alerts by e-mail',
}

export const mailPage = (service: string, { companyName, address, state }: Linked): string =>
  plainPage({
    heading: headings[state],
    service,
    content: html`<dl>
        <dt>From</dt>
        <dd>${companyName}</dd>
        <dt>To</dt>
        <dd>${address ?? 'your address, which was erased'}</dd>
      </dl>
      <p>${aboutState[state]}</p>
      <form method="post">
        ${buttons[state]}
      </form>`,
  })

const aboutState: Record<RecipientState, string> = {
  waiting: 'The company wants to send alerts and digests of news about it. Nothing is sent unless you confirm.',
  confirmed: 'Alerts and digests of news about the company are sent to this address.',
  stopped:
    'Nothing is sent to this address, and the company cannot change that. You can, here, as long as the link is valid.',
}

const button = (act: 'confirm' | 'stop', words: string): Html =>
  html`<button type="submit" name="act" value="${act}">${words}</button>`

const buttons: Record<RecipientState, Html> = {
  waiting: html`<div class="buttons">${button('stop', 'Refuse')}${button('confirm', 'Confirm')}</div>`,
  confirmed: button('stop', 'Stop these mails'),
  stopped: button('confirm', 'Receive them again'),
}

export const unknownLinkPage = (service: string): string =>
  plainPage({
    heading: 'This link is not valid',
    service,
    content: html`<p>It may have expired, or was not copied whole. A newer mail has a newer link; who administers the company’s alerts can have
        another request sent to you.</p>`,
  })
