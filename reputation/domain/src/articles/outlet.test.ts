import { expect, test } from 'vitest'
import { isAggregator, outletOf } from './outlet.ts'

const title = 'Widget maker recalls widgets'

test.each([
  [
    'the source field',
    { title, host: 'news.google.com', source: { name: 'Reuters', url: 'https://www.reuters.com' } },
    'Reuters',
  ],
  [
    'the source field, with a suffix',
    { title: `${title} - Reuters`, host: 'news.google.com', source: { name: 'Reuters' } },
    'Reuters',
  ],
  [
    'a source with remarks of an aggregator',
    { title, host: 'blogs.wsj.com', source: { name: 'Wall Street Journal (press release) (blog)' } },
    'Wall Street Journal',
  ],
  ['a source that is a domain', { title, host: 'example.org', source: { name: 'www.ft.com' } }, 'Financial Times'],
  [
    'a source with an address alone',
    { title, host: 'example.org', source: { url: 'https://www.bbc.co.uk/news' } },
    'BBC News',
  ],
  ['a source seen through a portal', { title, host: 'www.msn.com', source: { name: 'Reuters on MSN' } }, 'Reuters'],
  [
    'an aggregator as source',
    { title, host: 'www.wsj.com', source: { name: 'Google News' } },
    'The Wall Street Journal',
  ],
  [
    'the suffix behind an aggregator',
    { title: `${title} - The Daily Widget`, host: 'news.google.com' },
    'The Daily Widget',
  ],
  ['an aggregator that names itself', { title: `${title} - Google News`, host: 'news.google.com' }, 'google.com'],
  ['an aggregator without a suffix', { title, host: 'news.google.com' }, 'google.com'],
  ['the table', { title, host: 'in.reuters.com' }, 'Reuters'],
  ['the table, with a suffix', { title: `${title} | BBC News`, host: 'www.bbc.com' }, 'BBC News'],
  ['the site', { title, host: 'news.daily-widget.example.co.uk' }, 'example.co.uk'],
  ['the site, with a suffix', { title: `${title} - Daily Widget`, host: 'www.dailywidget.com' }, 'dailywidget.com'],
  [
    'the title of the feed, where it names the site',
    { title, host: 'news.thedailywidget.co.uk', feedTitle: 'The Daily Widget - Business' },
    'The Daily Widget',
  ],
  [
    'the site, where the title of the feed names another thing',
    { title, host: 'www.dailywidget.com', feedTitle: 'All about widgets | My reading list' },
    'dailywidget.com',
  ],
  ['the table, whatever the title of the feed', { title, host: 'www.ft.com', feedTitle: 'FT' }, 'Financial Times'],
  ['no address at all', { title: `${title} - The Daily Widget`, host: '' }, 'The Daily Widget'],
  ['nothing at all', { title, host: '' }, 'unknown'],
])('the outlet is named by %s', (_, clues, outlet) => {
  expect(outletOf(clues)).toEqual({ outlet, title })
})

test.each([
  ['General Motors to Inspect Recall - Analyst Blog', 'www.zacks.com'],
  ['Fed ups the pace - and the ante', 'www.reuters.com'],
  ['BMW i3 - Review', 'www.example.org'],
  ['A - B', ''],
  ['Comcast in talks over divestitures - sources', 'news.yahoo.com'],
  ['Commodities report – May 6', 'news.yahoo.com'],
  ['Harrison Ford hurt - Video', 'news.google.com'],
])('%j keeps its end, which names no outlet of %j', (given, host) => {
  expect(outletOf({ title: given, host }).title).toBe(given)
})

test('aggregators are recognised by all their hosts', () => {
  expect(isAggregator('feeds.feedburner.com')).toBe(true)
  expect(isAggregator('news.google.co.uk')).toBe(true)
  expect(isAggregator('www.reuters.com')).toBe(false)
})
