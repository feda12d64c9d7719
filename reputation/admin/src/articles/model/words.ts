/** Judgements in words. */
import type { Output } from '../../api/api.ts'

export type Article = Output<'listArticles'>['articles'][number]
export type ArticleDetail = Output<'getArticle'>

export const roleWords: Record<string, string> = {
  subject: 'It is about the company.',
  passing: 'It names the company in passing.',
  source: 'The company is only its source.',
}

export const gravityWords = ['none', 'mild', 'serious', 'grave'] as const

/** `data_privacy_cyber` as people read it. */
export const categoryWords = (category: string): string => category.replaceAll('_', ' ')

const names = new Intl.DisplayNames('en-GB', { type: 'language', fallback: 'code' })

export function languageWords(language: string): string {
  try {
    return names.of(language) ?? language
  } catch {
    return language
  }
}

export const categories = [
  'climate_emissions',
  'pollution_environment',
  'product_safety',
  'data_privacy_cyber',
  'labour_workplace',
  'human_rights_supply_chain',
  'discrimination_community',
  'customer_treatment',
  'fraud_corruption',
  'legal_regulatory',
  'antitrust_competition',
  'tax_sanctions_aml',
  'governance_leadership',
  'financial_distress',
  'operational_disruption',
  'misleading_communication',
] as const
