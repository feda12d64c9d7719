import { zip } from '@service/foundation/zip.ts'
import type { SentimentProvider } from '@service/reputation-domain/sentiment/provider.ts'
import { drivingWords } from '../model/driving-words.ts'
import type { StoredMention } from '../model/stored-mention.ts'
import { storedProbabilities } from '../model/stored-probabilities.ts'
import type { FoundMention } from './analyse-article.ts'

/** The mentions with the sentiment that another provider than our own sees in them. */
export async function judgeMentions(
  provider: SentimentProvider,
  found: readonly FoundMention[],
): Promise<StoredMention[]> {
  if (found.length === 0) return []
  const sentiments = await provider.score(found.map(({ target }) => target))
  if (sentiments.length !== found.length)
    throw new Error(`${provider.name} has judged ${sentiments.length} texts of ${found.length}`)
  return zip(found, sentiments).map(([{ mention }, { probabilities, drivers }]) => ({
    ...mention,
    probabilities: storedProbabilities(probabilities),
    provider: provider.name,
    providerVersion: provider.version,
    words: drivingWords(drivers),
  }))
}
