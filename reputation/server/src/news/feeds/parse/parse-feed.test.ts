import { describe, expect, test } from 'vitest'
import { type FeedDocument, parseFeed } from './parse-feed.ts'
import { type FeedItem, feedLimits, type ParsedFeed } from './parsed-feed.ts'

const read = (text: string, given: Partial<FeedDocument> = {}): Promise<ParsedFeed> =>
  parseFeed({ bytes: Buffer.from(text), ...given })
const rss = (items: string, channel = '') =>
  `<rss version="2.0"><channel><title>Widget News</title>${channel}${items}</channel></rss>`
const atom = (entries: string) =>
  `<feed xmlns="http://www.w3.org/2005/Atom"><title>Widget News</title>${entries}</feed>`
const firstOf = async (text: string, given: Partial<FeedDocument> = {}): Promise<FeedItem> =>
  (await read(text, given)).items[0]!
const refusal = (text: string) =>
  read(text).then(
    () => 'read',
    (error: { code: string }) => error.code,
  )
const at = (iso: string) => Date.parse(iso)

describe('each format', () => {
  test('RSS 2.0', async () => {
    const feed = await read(
      rss(
        `<item><guid isPermaLink="false">w-1</guid><title>Widgets &amp; fires</title><link>https://example.org/1?a=1&amp;b=2</link>
         <description>&lt;p&gt;Two &lt;b&gt;million&lt;/b&gt; widgets.&lt;/p&gt;</description><pubDate>Mon, 10 Mar 2014 16:52:50 EST</pubDate>
         <source url="https://www.reuters.com/feed">Reuters</source><dc:creator>Ann Author</dc:creator></item>`,
        '<link>https://example.org/</link><language>en-gb</language><ttl>45</ttl><skipHours><hour>2</hour><hour>24</hour></skipHours>',
      ),
    )
    expect(feed).toEqual({
      format: 'rss',
      version: '2.0',
      title: 'Widget News',
      siteUrl: 'https://example.org/',
      language: 'en-gb',
      minIntervalMs: 45 * 60_000,
      skipHours: [0, 2],
      items: [
        {
          guid: 'w-1',
          url: 'https://example.org/1?a=1&b=2',
          title: 'Widgets & fires',
          text: 'Two million widgets.',
          published: at('2014-03-10T21:52:50Z'),
          source: { name: 'Reuters', url: 'https://www.reuters.com/feed' },
          author: 'Ann Author',
        },
      ],
    })
  })

  test('Atom 1.0', async () => {
    const feed = await read(
      atom(
        `<link href="/"/><entry xml:lang="de"><id>tag:example.org,2014:1</id><title type="html">Widgets &amp;amp; fires</title>
         <link rel="self" type="application/atom+xml" href="/1.atom"/><link rel="alternate" href="/1"/>
         <published>2014-03-10T16:52:50Z</published><updated>2014-03-11T08:00:00+01:00</updated>
         <author><name>Ann Author</name></author><summary>Short.</summary>
         <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">Two <b>million</b> widgets.</div></content>
         <source><title>Reuters</title><link href="https://www.reuters.com/"/></source></entry>`,
      ),
      { address: 'https://example.org/feed.atom' },
    )
    expect(feed).toMatchObject({ format: 'atom', version: '1.0', siteUrl: 'https://example.org/' })
    expect(feed.items).toEqual([
      {
        guid: 'tag:example.org,2014:1',
        url: 'https://example.org/1',
        title: 'Widgets & fires',
        text: 'Two million widgets.',
        published: at('2014-03-10T16:52:50Z'),
        updated: at('2014-03-11T07:00:00Z'),
        source: { name: 'Reuters', url: 'https://www.reuters.com/' },
        author: 'Ann Author',
        language: 'de',
      },
    ])
  })

  test('Atom 0.3', async () => {
    const entry =
      '<entry><id>1</id><title>A</title><link rel="alternate" href="https://example.org/1"/><issued>2004-01-02T03:04:05Z</issued><modified>2004-01-03</modified></entry>'
    const item = await firstOf(`<feed version="0.3" xmlns="http://purl.org/atom/ns#">${entry}</feed>`)
    expect(item).toMatchObject({
      url: 'https://example.org/1',
      published: at('2004-01-02T03:04:05Z'),
      updated: at('2004-01-03'),
    })
  })

  test('RSS 1.0', async () => {
    const feed = await read(
      `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:sy="http://purl.org/rss/1.0/modules/syndication/">
       <channel rdf:about="x"><title>Widget News</title><link>https://example.org/</link><sy:updatePeriod>daily</sy:updatePeriod><sy:updateFrequency>4</sy:updateFrequency></channel>
       <item rdf:about="https://example.org/1"><title>A</title><link>https://example.org/1</link><dc:date>2014-03-10T16:52Z</dc:date></item></rdf:RDF>`,
    )
    expect(feed).toMatchObject({
      format: 'rdf',
      title: 'Widget News',
      siteUrl: 'https://example.org/',
      minIntervalMs: 6 * 3_600_000,
    })
    expect(feed.items).toMatchObject([
      { guid: 'https://example.org/1', url: 'https://example.org/1', published: at('2014-03-10T16:52:00Z') },
    ])
  })

  test.each(['0.9', '0.91', '0.92', '0.93'])('RSS %s, with an old DOCTYPE', async (version) => {
    const doctype =
      '<!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://my.netscape.com/publish/formats/rss-0.91.dtd">'
    const feed = await read(
      `<?xml version="1.0"?>\n${doctype}<rss version="${version}"><channel><item><title>A</title><link>https://example.org/1</link></item></channel></rss>`,
    )
    expect(feed).toMatchObject({ version, items: [{ title: 'A', url: 'https://example.org/1' }] })
  })

  test.each(['https://jsonfeed.org/version/1', 'https://jsonfeed.org/version/1.1'])(
    'JSON Feed, %s',
    async (version) => {
      const items = [
        {
          id: 1,
          url: '/1',
          title: 'Widgets &amp; fires',
          content_html: '<p>Two million.</p>',
          date_published: '2014-03-10T16:52:50-05:00',
          authors: [{ name: 'Ann' }],
        },
        { id: 'https://example.org/2', content_text: 'No title', date_modified: '2014-03-11', author: { name: 'Ann' } },
        'not an item',
        { id: 'x', title: { no: 'text' } },
      ]
      const feed = await read(
        JSON.stringify({ version, title: 'Widget News', home_page_url: 'https://example.org/', items }),
        { address: 'https://example.org/feed.json' },
      )
      expect(feed).toMatchObject({ format: 'json', title: 'Widget News', siteUrl: 'https://example.org/' })
      expect(feed.items).toEqual([
        {
          guid: '1',
          url: 'https://example.org/1',
          title: 'Widgets & fires',
          text: 'Two million.',
          published: at('2014-03-10T21:52:50Z'),
          author: 'Ann',
        },
        {
          guid: 'https://example.org/2',
          url: 'https://example.org/2',
          title: '',
          text: 'No title',
          updated: at('2014-03-11'),
          author: 'Ann',
        },
      ])
    },
  )
})

describe('broken feeds', () => {
  const item = '<item><title>A</title><link>https://example.org/1</link></item>'

  test.each([
    ['leading white space', `\n \t${rss(item)}`],
    [
      'a warning of the program before it',
      `Warning: something is wrong in line 3<br />\n<?xml version="1.0"?>${rss(item)}`,
    ],
    ['no closing tags', rss(item).replace('</channel></rss>', '')],
    ['an end within the next item', rss(item).replace('</channel></rss>', '<item><title>B')],
    ['an end within character data', rss(item).replace('</channel></rss>', '<item><title><![CDATA[B')],
    ['a bare ampersand', rss(item.replace('/1<', '/1?a&b&c=1<').replace('>A<', '>AT&T & A<'))],
    ['a bare ampersand before a closing tag', rss(item.replace('>A<', '>Q&A<').replace('/1<', '/1?a&b<'))],
    ['a bare ampersand at the end of an attribute', rss(`<x href="?a&b"/>${item}`)],
    ['a bare ampersand in character data', rss(item.replace('>A<', '><![CDATA[Q&A]]><'))],
    ['markup in a title that should have been escaped', rss(item.replace('>A<', '><b>Widget</b> <i>A</i><'))],
    ['an undeclared namespace', rss(`<itunes:summary>x</itunes:summary>${item}`)],
    ['an unknown entity', rss(item.replace('>A<', '>&bogus; A<'))],
    ['control characters', rss(item.replace('>A<', '>\u0000\u0001A\u001f<'))],
    ['mismatched tags', rss(`<p>${item}`)],
    ['capital letters', rss(item).replaceAll('item', 'ITEM').replaceAll('title', 'TITLE')],
    ['an Atom feed without its namespace', '<feed><entry><title>A</title></entry></feed>'],
    [
      'an Atom feed of a made-up namespace',
      '<feed xmlns="https://example.org/atom"><entry><title>A</title></entry></feed>',
    ],
    [
      'a prefix for everything',
      '<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:entry><a:title>A</a:title></a:entry></a:feed>',
    ],
    ['an RDF root without its namespace', `<rdf:RDF><channel/>${item}</rdf:RDF>`],
    ['a DOCTYPE of a page', `<!DOCTYPE html>${rss(item)}`],
  ])('are read: %s', async (_, text) => {
    expect((await firstOf(text)).title).toMatch(/A$/)
  })

  test('an early end is reported', async () => {
    expect((await read(rss(item).slice(0, -20))).cut).toBe('file-ends-early')
    expect((await read(rss(item))).cut).toBeUndefined()
  })

  test.each([
    ['empty', ''],
    ['empty', ' \n\t '],
    ['empty', '<?xml version="1.0"?><!-- nothing -->'],
    [
      'html-page',
      '<!doctype html><html><head><link rel="alternate" type="application/rss+xml" href="/feed"></head><p>Look: <rss> is a feed</html>',
    ],
    ['html-page', '<div>Please enable JavaScript</div>'],
    ['not-a-feed', 'Service temporarily unavailable'],
    ['not-a-feed', '<?xml version="1.0"?><opml version="2.0"><head/></opml>'],
    ['not-a-feed', '<rss version="2.0"'],
    ['not-a-feed', '{"items": []}'],
    ['not-a-feed', '{"version": "https://jsonfeed.org/version/1.1", "items": {}}'],
    ['invalid-json', '{"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "1"'],
    ['too-deep', `<rss><channel>${'<a>'.repeat(300_000)}`],
  ])('are refused as %s: %j', async (code, text) => {
    expect(await refusal(text)).toBe(code)
  })
})

test('a page that names its feed is refused with that name', async () => {
  const page =
    '<html><head><link rel="alternate" type="application/rss+xml" title="News" href="/news.xml"></head></html>'
  await expect(read(page)).rejects.toThrow('It names one: /news.xml')
})

describe('hostile feeds', () => {
  test('custom entities are not expanded', async () => {
    const doctype =
      '<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;"><!ENTITY file SYSTEM "file:///etc/passwd">]>'
    expect((await firstOf(`${doctype}${rss('<item><title>&b;&file;</title></item>')}`)).title).toBe('&b;&file;')
  })

  test('a feed of 100,000 items is cut', async () => {
    const feed = await read(rss('<item><title>A</title></item>'.repeat(100_000)))
    expect(feed.items).toHaveLength(feedLimits.items)
    expect(feed.cut).toBe('too-many-items')
  })

  test('an endless title or text is cut', async () => {
    const item = await firstOf(
      rss(`<item><title>${'A'.repeat(100_000)}</title><description>${'word '.repeat(100_000)}</description></item>`),
    )
    expect(item.title).toHaveLength(feedLimits.titleLength)
    expect(item.text.length).toBeLessThanOrEqual(feedLimits.textLength)
  })

  test('element names such as __proto__ are harmless', async () => {
    const item = await firstOf(
      rss(
        '<item><__proto__>x</__proto__><constructor>y</constructor><hasOwnProperty>z</hasOwnProperty><title>A</title></item>',
      ),
    )
    expect(item).toEqual({ title: 'A', text: '' })
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })

  test('addresses of other schemes are kept for the next check, and overlong ones are dropped', async () => {
    expect(
      (await firstOf(rss(`<item><title>A</title><link>https://example.org/${'a'.repeat(10_000)}</link></item>`))).url,
    ).toBeUndefined()
  })
})

describe('the address of an item', () => {
  test.each([
    [
      'the original behind a counter',
      '<link>https://feedproxy.example/1</link><feedburner:origLink>https://example.org/1</feedburner:origLink>',
    ],
    ['a GUID that says nothing else', '<guid>https://example.org/1</guid>'],
    ['an address relative to the feed', '<link>/1</link>'],
    [
      'a link of Atom in RSS',
      '<atom:link xmlns:atom="http://www.w3.org/2005/Atom" rel="alternate" href="https://example.org/1"/>',
    ],
    ['its enclosure, where it has nothing else', '<enclosure url="https://example.org/1" type="audio/mpeg"/>'],
  ])('is %s', async (_, inner) => {
    expect(
      (await firstOf(rss(`<item><title>A</title>${inner}</item>`), { address: 'https://example.org/feed' })).url,
    ).toBe('https://example.org/1')
  })

  test('is not a GUID with isPermaLink="false"', async () => {
    expect(
      (await firstOf(rss('<item><guid isPermaLink="false">https://example.org/1</guid></item>'))).url,
    ).toBeUndefined()
  })
})
