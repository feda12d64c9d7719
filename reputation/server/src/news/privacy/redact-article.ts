/** A person erased from what is kept of an article. Pure. Undefined where they are not named. */
import { isDeepStrictEqual } from 'node:util'
import { isSpecific } from '@service/foundation/erasure/model/person.ts'
import { redactJson, redactText } from '@service/foundation/erasure/model/redact-text.ts'
import type { StoredMention } from '../model/stored-mention.ts'

export type ErasableArticle = {
  id: string
  title: string
  text: string | null
  pageText: string | null
  url: string
  outlet: string
}

export function redactArticle(article: ErasableArticle, mentions: readonly string[]): ErasableArticle | undefined {
  const { id, title, text, pageText, url, outlet } = article
  const orNull = (words: string | null) => (words === null ? null : redactText(words, mentions))
  const after = {
    id,
    title: redactText(title, mentions),
    text: orNull(text),
    pageText: orNull(pageText),
    url: redactUrl(url, mentions),
    outlet: redactText(outlet, mentions),
  }
  return isDeepStrictEqual(after, { id, title, text, pageText, url, outlet }) ? undefined : after
}

/** The words of a title stand in most addresses; of one that names the person the site alone is left. */
export function redactUrl(url: string, mentions: readonly string[]): string {
  const parsed = URL.parse(url)
  if (!parsed) return redactText(url, mentions)
  const words = bare(readable(`${parsed.pathname} ${parsed.search} ${parsed.hash}`))
  return redactText(words, mentions.map(bare).filter(isSpecific)) === words ? url : `${parsed.origin}/`
}

/** As addresses write names: without accents and punctuation. */
const bare = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

function readable(encoded: string): string {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return encoded
  }
}

export type ErasableMention = Pick<
  StoredMention,
  'articleId' | 'subjectId' | 'title' | 'url' | 'outlet' | 'start' | 'end' | 'lead' | 'risks' | 'words'
>

/** What was judged stays, and the name of the subject is found where it now stands, if it still does. */
export function redactMention(
  mention: ErasableMention,
  article: ErasableArticle,
  mentions: readonly string[],
): ErasableMention {
  const { title, start, end, lead, risks, words } = mention
  const [before, name, behind] = [title.slice(0, start), title.slice(start, end), title.slice(end)].map((part) =>
    redactText(part, mentions),
  ) as [string, string, string]
  const stands = end > start && name === title.slice(start, end) && before + name + behind === article.title
  return {
    ...mention,
    title: article.title,
    url: article.url,
    outlet: article.outlet,
    start: stands ? before.length : 0,
    end: stands ? before.length + name.length : 0,
    lead: lead === undefined ? undefined : redactText(lead, mentions),
    risks: redactJson(risks, mentions) as StoredMention['risks'],
    // A part of a name is a word too: what has left the text leaves the words.
    ...(words && { words: words.filter(({ word }) => `${article.title} ${article.text ?? ''}`.includes(word)) }),
  }
}
