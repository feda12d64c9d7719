import { describe, expect, test } from 'vitest'
import { feedCatalogue, inCatalogue, parseCatalogue } from './feed-catalogue.ts'

const header = 'id,name,kind,region,language,sectors,url'
const line = (changes: Partial<Record<string, string>> = {}) =>
  Object.values({
    id: 'example-news',
    name: 'The Example',
    kind: 'daily',
    region: 'GB',
    language: 'en',
    sectors: 'banking energy',
    url: 'https://news.example.org/rss.xml',
    ...changes,
  }).join(',')

describe('the catalogue that ships', () => {
  test('is in its form, and covers sectors, regions and regulators', () => {
    expect(feedCatalogue().length).toBeGreaterThan(150)
    for (const sector of ['banking', 'energy', 'automotive', 'pharmaceuticals', 'technology', 'food', 'retail']) {
      const ofSector = inCatalogue({ sector }).filter(({ sectors }) => sectors.includes(sector))
      expect(ofSector.length, sector).toBeGreaterThanOrEqual(3)
    }
    for (const region of ['US', 'GB', 'DE', 'EU', 'IN', 'WORLD']) {
      expect(inCatalogue({ region }).length, region).toBeGreaterThanOrEqual(4)
    }
    expect(inCatalogue({ kind: 'regulator' }).length).toBeGreaterThan(20)
  })

  test('lists those of a sector with those that are about all', () => {
    const found = inCatalogue({ sector: 'banking', region: 'GB', language: 'en' })
    expect(found.map(({ id }) => id)).toEqual(expect.arrayContaining(['bbc-business', 'fca-news', 'finextra']))
    expect(found.map(({ id }) => id)).not.toContain('construction-enquirer')
  })
})

describe('a line of the catalogue', () => {
  test('is read', () => {
    expect(
      parseCatalogue(`${header}\n${line()}\n${line({ id: 'other', sectors: '', url: 'https://a.example/' })}\n`),
    ).toMatchObject([
      { id: 'example-news', sectors: ['banking', 'energy'] },
      { id: 'other', sectors: [] },
    ])
  })

  test.each([
    ['a field too few', 'a,b,daily,GB,en,'],
    ['a comma in its name', line({ name: 'News, daily' })],
    ['a quotation mark', line({ name: '"News"' })],
    ['an id in capitals', line({ id: 'Example' })],
    ['an unknown kind', line({ kind: 'blog' })],
    ['an unknown region', line({ region: 'Europe' })],
    ['a language by name', line({ language: 'English' })],
    ['sectors in another form', line({ sectors: 'banking;energy' })],
    ['plain http', line({ url: 'http://news.example.org/rss.xml' })],
    ['no address', line({ url: 'news' })],
  ])('is refused for %s', (_what, wrong) => {
    expect(() => parseCatalogue(`${header}\n${wrong}\n`)).toThrow(RangeError)
  })

  test('is refused out of order, or with an address that stands there already', () => {
    expect(() => parseCatalogue(`${header}\n${line()}\n${line({ url: 'https://a.example/' })}`)).toThrow(/behind/)
    expect(() => parseCatalogue(`${header}\n${line()}\n${line({ id: 'other' })}`)).toThrow(/repeated/)
  })
})
