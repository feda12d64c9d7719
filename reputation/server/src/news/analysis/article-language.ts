/** The language of an article, and what it means for its mentions. Pure. */
import type { LanguageModel } from '@service/reputation-domain/languages/detect-language.ts'
import { isJudgedLanguage } from '@service/reputation-domain/languages/judged-languages.ts'
import type { StoredArticle } from '../model/stored-article.ts'
import type { StoredMention } from '../model/stored-mention.ts'

/** As much of the text behind the title as tells its language. */
const leadLength = 200

/** Of title and lead, without the names of companies: those may be of another language. */
export function languageOf(
  languages: LanguageModel,
  { title, text, language: declared }: Pick<StoredArticle, 'title' | 'text' | 'language'>,
  names: readonly string[],
): string | undefined {
  const whole = text === undefined ? title : `${title}. ${text.slice(0, leadLength)}`
  const nameless = names.reduce((left, name) => left.replaceAll(name, ' '), whole)
  return languages.detect(nameless, declared) ?? languages.detect(whole, declared)
}

/** A mention in a language that is not judged says nothing of the company, for or against it. */
export function inLanguage(mention: StoredMention, language: string | undefined): StoredMention {
  const detected = { ...mention, ...(language !== undefined && { language }) }
  if (isJudgedLanguage(language)) return detected
  return { ...detected, judged: false }
}
