/** What a message says, read when it is sent: nobody who was erased meanwhile is in it, and nothing that was muted is sent. */
import type { ReadStoryNews, StoryNews } from '../news/news.ts'
import type { DueMessage } from './message-store.ts'
import { asLine, type Message } from './model/message.ts'

export type AboutChannel = { companyName: string; timeZone: string }

/** `skipped`: why there is nothing to say any more. */
export type ReadMessage = (due: DueMessage, about: AboutChannel) => Promise<{ message: Message } | { skipped: string }>

type Deps = { stories: ReadStoryNews; pagesUrl: () => string }

const shownStories = 20

export const makeReadMessage = (deps: Deps): ReadMessage => {
  return (due, about) => (due.kind === 'alert' ? readAlert(deps, due, about) : readDigest(deps, due, about))
}

async function readAlert({ stories, pagesUrl }: Deps, { companyId, about }: DueMessage, { companyName }: AboutChannel) {
  const [severity = '', alertId = ''] = about.split(' ')
  const story = await stories.ofAlert(companyId, alertId)
  if (!story) return { skipped: 'the alert is not there any more' }
  if (story.isMuted) return { skipped: 'the story is muted' }
  const message: Message = {
    subject: `${severity === 'critical' ? 'Critical' : 'High'}: ${asLine(story.title)}`,
    paragraphs: [
      severity === 'critical'
        ? 'A story about the company has become critical.'
        : 'A story about the company raised an alert.',
    ],
    items: [itemOf(story)],
    link: { words: 'Open the story', url: `${pagesUrl()}/alerts/${encodeURIComponent(story.story)}` },
    foot: footOf(companyName),
  }
  return { message }
}

async function readDigest(
  { stories, pagesUrl }: Deps,
  { companyId, coversFrom, coversUntil, madeAt }: DueMessage,
  { companyName, timeZone }: AboutChannel,
) {
  const span = { from: coversFrom ?? madeAt, until: coversUntil ?? madeAt }
  const { stories: alerted, open } = await stories.alertedIn(companyId, span, shownStories)
  if (alerted.length === 0 && open === 0) return { skipped: 'there was nothing to say' }
  const critical = alerted.filter(({ severity }) => severity === 'critical').length
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone }).format(span.until)
  const count = `${alerted.length}${alerted.length === shownStories ? ' or more' : ''}`
  const message: Message = {
    subject: `${day}: ${alerted.length === 0 ? 'no new alert' : `${count} ${alerted.length === 1 ? 'story' : 'stories'} raised an alert`}`,
    paragraphs: [
      `${critical === 0 ? 'None of them is critical' : `${critical} of them ${critical === 1 ? 'is' : 'are'} critical`}. ${open} ${open === 1 ? 'story waits' : 'stories wait'} to be closed.`,
    ],
    items: alerted.map(itemOf),
    link: { words: 'Open the alerts', url: `${pagesUrl()}/alerts` },
    foot: footOf(companyName),
  }
  return { message }
}

export const writeTest = (companyName: string, pagesUrl: string): Message => ({
  subject: `A test of messages for ${asLine(companyName)}`,
  paragraphs: ['Alerts look like this. Nothing has happened.'],
  items: [{ title: 'An example of a headline', note: 'high · Example Times and 4 more outlets' }],
  link: { words: 'Open the alerts', url: `${pagesUrl}/alerts` },
  foot: footOf(companyName),
})

const itemOf = ({ title, source, outletCount, severity, words, url }: StoryNews): Message['items'][number] => {
  const others = outletCount > 1 ? ` and ${outletCount - 1} more ${outletCount === 2 ? 'outlet' : 'outlets'}` : ''
  const quoted = words.length > 0 ? ` · “${words.join('”, “')}”` : ''
  return { title, note: `${severity} · ${source}${others}${quoted}`, url }
}

const footOf = (companyName: string): string =>
  `Sent because ${asLine(companyName)} has it so, under Settings, Messages; who administers it can change that.`
