/** What a message says, whatever it is sent by. Everything in it is text: headlines are those of strangers. */
export type Message = {
  /** One line. */
  subject: string
  paragraphs: string[]
  items: { title: string; note: string; url?: string | undefined }[]
  /** Where to go on. */
  link: { words: string; url: string }
  /** Why one gets it. */
  foot: string
}

const controls = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

/** On one line, without what would change how the rest is read. */
export const asLine = (text: string): string => text.replaceAll(controls, ' ').trim()

const shorten = (text: string, length: number): string => {
  const line = asLine(text)
  return line.length > length ? `${line.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}…` : line
}

/** `stopUrl`: where the recipient stops such mails. */
export function asPlainText({ paragraphs, items, link, foot }: Message, stopUrl?: string): string {
  const itemLines = items.flatMap(({ title, note, url }) => [
    `- ${asLine(title)}`,
    `  ${asLine(note)}`,
    ...(url ? [`  ${url}`] : []),
    '',
  ])
  return [
    ...paragraphs.flatMap((one) => [asLine(one), '']),
    ...itemLines,
    `${link.words}: ${link.url}`,
    '',
    '-- ',
    foot,
    ...(stopUrl ? [`Stop these mails: ${stopUrl}`] : []),
    '',
  ].join('\n')
}

/** Slack reads `<`, `>` and `&` alone as its own; headlines are plain text besides. */
export function asSlack({ subject, paragraphs, items, link, foot }: Message): unknown {
  const plain = (text: string, length = 2_900) => ({ type: 'plain_text', text: shorten(text, length), emoji: false })
  return {
    text: shorten(subject, 2_900).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    blocks: [
      { type: 'header', text: plain(subject, 150) },
      ...paragraphs.map((text) => ({ type: 'section', text: plain(text) })),
      ...items
        .slice(0, 20)
        .map(({ title, note }) => ({ type: 'section', text: plain(`${title}\n${note}`.replaceAll('\n', ' · ')) })),
      {
        type: 'actions',
        elements: [{ type: 'button', text: plain(link.words, 75), url: link.url, action_id: 'open' }],
      },
      { type: 'context', elements: [plain(foot)] },
    ],
  }
}

/** An adaptive card: its runs of text know no markdown. */
export function asTeams({ subject, paragraphs, items, link, foot }: Message): unknown {
  const run = (text: string, more: object = {}) => ({
    type: 'RichTextBlock',
    inlines: [{ type: 'TextRun', text: shorten(text, 2_000), ...more }],
  })
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            run(subject, { weight: 'Bolder', size: 'Medium' }),
            ...paragraphs.map((text) => run(text)),
            ...items
              .slice(0, 20)
              .flatMap(({ title, note }) => [run(title, { weight: 'Bolder' }), run(note, { isSubtle: true })]),
            run(foot, { isSubtle: true, size: 'Small' }),
          ],
          actions: [{ type: 'Action.OpenUrl', title: link.words, url: link.url }],
        },
      },
    ],
  }
}
