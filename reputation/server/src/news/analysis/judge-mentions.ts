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
  const [unjudged, judged] = [true, false].map((isUnjudged) =>
    found.filter(({ mention }) => (mention.judged === false) === isUnjudged),
  ) as [FoundMention[], FoundMention[]]
  const byProvider = { provider: provider.name, providerVersion: provider.version }
  const left = unjudged.map(({ mention }) => ({ ...mention, ...byProvider }))
  if (judged.length === 0) return left
  const sentiments = await provider.score(judged.map(({ target }) => target))
  if (sentiments.length !== judged.length)
    throw new Error(`${provider.name} has judged ${sentiments.length} texts of ${judged.length}`)
  const scored = zip(judged, sentiments).map(([{ mention }, { probabilities, drivers }]) => ({
    ...mention,
    ...byProvider,
    probabilities: storedProbabilities(probabilities),
    words: drivingWords(drivers),
  }))
  return [...scored, ...left]
}
