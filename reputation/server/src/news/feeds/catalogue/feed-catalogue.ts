/** The starter catalogue of feeds: addresses that ship, by sector and region (`reputation/server/catalogue/`). */
import { readFileSync } from 'node:fs'

export const publisherKinds = ['agency', 'daily', 'broadcaster', 'business', 'trade', 'regulator', 'releases'] as const
export type PublisherKind = (typeof publisherKinds)[number]

export type CatalogueFeed = {
  id: string
  name: string
  kind: PublisherKind
  /** ISO 3166-1, or EU, AFRICA, LATAM, WORLD. */
  region: string
  /** ISO 639-1. */
  language: string
  /** Empty: about all of them. */
  sectors: readonly string[]
  url: string
}

export type CatalogueFilter = {
  sector?: string | undefined
  region?: string | undefined
  language?: string | undefined
  kind?: PublisherKind | undefined
}

const header = 'id,name,kind,region,language,sectors,url'

/** Throws `RangeError` for whatever is not in the form that the catalogue's README describes. */
export function parseCatalogue(text: string): CatalogueFeed[] {
  const [first, ...lines] = text.trimEnd().split('\n')
  if (first !== header) throw new RangeError(`the first line must be "${header}"`)
  const feeds = lines.map(parseLine)
  for (const [index, { id, url }] of feeds.entries()) {
    const before = feeds[index - 1]
    if (before && before.id >= id) throw new RangeError(`line ${index + 2}: ${id} must not stand behind ${before.id}`)
    if (feeds.findIndex((feed) => feed.url === url) !== index)
      throw new RangeError(`line ${index + 2}: ${url} is repeated`)
  }
  return feeds
}

function parseLine(line: string, index: number): CatalogueFeed {
  const fault = (what: string) => new RangeError(`line ${index + 2}: ${what}`)
  if (line.includes('"')) throw fault('quotation marks are not read')
  const [id = '', name = '', kind, region = '', language = '', sectors = '', url = '', ...more] = line.split(',')
  if (more.length > 0 || url === '') throw fault('must have seven fields')
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id) || id.length > 60) throw fault('the id must have lower-case words')
  if (name.trim() !== name || name === '' || name.length > 100) throw fault('the name must have 1 to 100 characters')
  const known = publisherKinds.find((one) => one === kind)
  if (!known) throw fault(`the kind must be one of ${publisherKinds.join(', ')}`)
  if (!/^([A-Z]{2}|AFRICA|LATAM|WORLD)$/.test(region)) throw fault('the region must be a country or a known region')
  if (!/^[a-z]{2}$/.test(language)) throw fault('the language must have two letters')
  if (!/^([a-z]+( [a-z]+)*)?$/.test(sectors)) throw fault('the sectors must be words in lower case')
  if (URL.parse(url)?.href !== url || !url.startsWith('https://')) throw fault('the address must be a plain https URL')
  return { id, name, kind: known, region, language, sectors: sectors === '' ? [] : sectors.split(' '), url }
}

let shipped: readonly CatalogueFeed[] | undefined

/** In the order of their ids; read when it is first asked for. */
export function feedCatalogue(): readonly CatalogueFeed[] {
  shipped ??= parseCatalogue(readFileSync(new URL('../../../../catalogue/feeds.csv', import.meta.url), 'utf8'))
  return shipped
}

/** Of a sector: with those that are about all sectors. */
export const inCatalogue = ({ sector, region, language, kind }: CatalogueFilter): CatalogueFeed[] =>
  feedCatalogue().filter(
    (feed) =>
      (sector === undefined || feed.sectors.length === 0 || feed.sectors.includes(sector)) &&
      (region === undefined || feed.region === region) &&
      (language === undefined || feed.language === language) &&
      (kind === undefined || feed.kind === kind),
  )
