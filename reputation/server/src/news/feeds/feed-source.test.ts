import { InputFaults } from '@service/foundation/input-faults.ts'
import { expect, test } from 'vitest'
import { feedCatalogue } from './catalogue/feed-catalogue.ts'
import { type FeedSource, resolveSource } from './feed-source.ts'

function resolved(source: FeedSource) {
  const faults = new InputFaults()
  const found = resolveSource(faults, source)
  faults.throwIfAny()
  return found
}

test('a feed of the catalogue is found by its id, with its name', () => {
  const [{ id, url, name }] = feedCatalogue() as [ReturnType<typeof feedCatalogue>[number]]
  expect(resolved({ catalogueId: id })).toEqual({ kind: 'feed', url, name })
})

test.each<[FeedSource['search'], string]>([
  [
    { provider: 'google-news', text: ' Acme  & Söhne ', language: 'de', country: 'AT' },
    'https://news.google.com/rss/search?q=%22Acme+%26+S%C3%B6hne%22&hl=de-AT&gl=AT&ceid=AT%3Ade',
  ],
  [
    { provider: 'google-news', text: 'Acme' },
    'https://news.google.com/rss/search?q=%22Acme%22&hl=en-US&gl=US&ceid=US%3Aen',
  ],
  [
    { provider: 'gdelt', text: 'Acme', language: 'es' },
    'https://api.gdeltproject.org/api/v2/doc/doc?query=%22Acme%22+sourcelang%3Aspanish',
  ],
  [{ provider: 'bing-news', text: 'Acme' }, 'https://www.bing.com/news/search?q=%22Acme%22&format=rss'],
  [
    { provider: 'bing-news', text: 'Acme', language: 'en', country: 'GB' },
    'https://www.bing.com/news/search?q=%22Acme%22&format=rss&setlang=en&cc=GB',
  ],
])('a search for a name becomes the address of a feed: %j', (search, url) => {
  expect(resolved({ search })).toMatchObject({ url, name: expect.stringContaining('Acme') })
})
