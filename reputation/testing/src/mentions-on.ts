import type { Mention } from '@service/reputation-domain/mentions/mentions.ts'
import { dayMs } from '@service/reputation-domain/series/model/day.ts'
import { aMention } from './a-mention.ts'

/** For tests: `perDay` mentions of one tone on every day from `from` to `to`, both included. */
export function mentionsOn(from: number, to: number, perDay: number, stated: Partial<Mention> = {}): Mention[] {
  const mentions: Mention[] = []
  for (let day = from; day <= to; day++) {
    for (let index = 0; index < perDay; index++) {
      mentions.push(
        aMention({
          articleId: `d${day}-${index}`,
          publishedAt: day * dayMs + index * 60_000,
          host: `p${index}.com`,
          ...stated,
        }),
      )
    }
  }
  return mentions
}

export const good = { negative: 0.05, neutral: 0.15, positive: 0.8 }
export const bad = { negative: 0.85, neutral: 0.1, positive: 0.05 }
