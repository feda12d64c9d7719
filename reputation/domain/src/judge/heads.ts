/** What a headline is judged by: each head is a question with its possible classes, in the order of the model's weights. */
import { riskCategories } from '../risk/model/categories.ts'

export const companyRoles = [
  'doer',
  'responsible',
  'victim',
  'plaintiff',
  'bystander',
  'commentator',
  'rival',
  'none',
] as const
export type CompanyRole = (typeof companyRoles)[number]

export const tones = ['negative', 'neutral', 'positive'] as const
export type Tone = (typeof tones)[number]

/** `gravity`: 0 nothing, 1 unpleasant, 2 serious, 3 grave. `category`: the sixteen risks, and last none of them. */
export const headSizes = {
  company: 2,
  alert: 2,
  gravity: 4,
  tone: tones.length,
  role: companyRoles.length,
  category: riskCategories.length + 1,
} as const
export type Head = keyof typeof headSizes
export const heads = Object.keys(headSizes) as Head[]

/** Where the scores of a head begin among those of all heads. */
export const headStarts = Object.fromEntries(
  heads.map((head, index) => [head, heads.slice(0, index).reduce((sum, before) => sum + headSizes[before], 0)]),
) as Record<Head, number>
export const headsWidth = heads.reduce((sum, head) => sum + headSizes[head], 0)
