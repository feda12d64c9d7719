/** Which articles are chosen, as the address says it; a bad value falls back. */
import { isDate } from '../../news/model/date.ts'

export const tones = ['negative', 'neutral', 'positive'] as const
export type Tone = (typeof tones)[number]

export type ArticleSearch = {
  from?: string
  to?: string
  /** The id of a subject that the company follows; its own unless given. */
  subject?: string
  tone?: Tone
  category?: string
  story?: string
  outlet?: string
  language?: string
  /** Those that figures count unless given. */
  which?: 'all' | 'left-out' | 'unjudged' | 'corrected'
}

const text = (given: unknown): string | undefined =>
  (typeof given === 'string' || typeof given === 'number') && given !== '' ? String(given).slice(0, 200) : undefined

export function readArticleSearch(given: Record<string, unknown>): ArticleSearch {
  const { from, to, day } = given
  const tone = tones.find((tone) => tone === given.tone)
  const which = (['all', 'left-out', 'unjudged', 'corrected'] as const).find((which) => which === given.which)
  const first = isDate(day) ? day : isDate(from) ? from : undefined
  const last = isDate(day) ? day : isDate(to) ? to : undefined
  const texts = {
    subject: text(given.subject),
    story: text(given.story),
    category: text(given.category),
    outlet: text(given.outlet),
  }
  const language = text(given.language)?.slice(0, 35)
  const found = { from: first, to: last && first && last < first ? undefined : last, ...texts, language }
  return {
    ...(Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)) as ArticleSearch),
    ...(tone && { tone }),
    ...(which && { which }),
  }
}
