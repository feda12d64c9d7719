/** Company headlines whose style is known and whose sentiment is not: titles of the news corpus. */

import { randomFrom, shuffled } from '@service/foundation/seeded-random.ts'
import type { TargetedText } from '@service/reputation-domain/text-model/targeted-text.ts'
import { readTitles, type Source } from './labelled-texts.ts'

const sampleSize = 8_000

export function readStyledTitles(dataFolder: string): (TargetedText & { source: Source })[] {
  const titles = readTitles(dataFolder)
  return shuffled(titles, randomFrom(11))
    .slice(0, sampleSize)
    .flatMap((text) => {
      // Any capital word may stand for the target: for the style it does not count which.
      const name = /\b\p{Lu}[\p{L}&.-]+/u.exec(text)
      return name ? [{ text, start: name.index, end: name.index + name[0].length, source: 'headlines' as const }] : []
    })
}
