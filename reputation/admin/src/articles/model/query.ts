import type { ArticleSearch } from './search.ts'
import { categories } from './words.ts'

/** What is chosen, as the service is asked for it. */
export function queryOf({ which, category, ...search }: ArticleSearch) {
  const known = categories.find((one) => one === category)
  return {
    ...search,
    ...(known && { category: known }),
    ...(which === undefined && { counted: true }),
    ...(which === 'left-out' && { counted: false }),
    ...(which === 'unjudged' && { unjudged: true }),
    ...(which === 'corrected' && { corrected: true }),
  }
}
