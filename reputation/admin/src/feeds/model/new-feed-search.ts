/** How a feed is added, and what of the catalogue is shown: in the address. */
export const ways = ['catalogue', 'search', 'address'] as const
export type Way = (typeof ways)[number]

export const publisherKinds = ['agency', 'daily', 'broadcaster', 'business', 'trade', 'regulator', 'releases'] as const
export type PublisherKind = (typeof publisherKinds)[number]

export type NewFeedSearch = { way?: Way; sector?: string; region?: string; language?: string; kind?: PublisherKind }

export function readNewFeedSearch({ way, sector, region, language, kind }: Record<string, unknown>): NewFeedSearch {
  const knownWay = ways.find((one) => one === way)
  const knownKind = publisherKinds.find((one) => one === kind)
  const word = (value: unknown, pattern: RegExp) =>
    typeof value === 'string' && pattern.test(value) ? value : undefined
  const [knownSector, knownRegion, knownLanguage] = [
    word(sector, /^[a-z]{1,40}$/),
    word(region, /^[A-Z]{2,10}$/),
    word(language, /^[a-z]{2}$/),
  ]
  return {
    ...(knownWay && { way: knownWay }),
    ...(knownSector && { sector: knownSector }),
    ...(knownRegion && { region: knownRegion }),
    ...(knownLanguage && { language: knownLanguage }),
    ...(knownKind && { kind: knownKind }),
  }
}
