import { expect, test } from 'vitest'
import { authorityOf, defaultAuthority } from './authority.ts'
import { outletByDomain, outletRowCount } from './outlet-table.ts'

test('a publisher has the authority of the nearest domain above it that is rated', () => {
  expect(authorityOf('www.reuters.com')).toBe(1)
  expect(authorityOf('blogs.wsj.com')).toBe(1)
  expect(authorityOf('gadgets.ndtv.com')).toBe(0.6)
  expect(authorityOf('WWW.FT.COM')).toBe(1)
})

test('an unrated publisher counts little, but not nothing', () => {
  expect(authorityOf('www.example.org')).toBe(defaultAuthority)
  expect(authorityOf('localhost')).toBe(defaultAuthority)
  expect(authorityOf('')).toBe(defaultAuthority)
  expect(authorityOf('notreuters.com')).toBe(defaultAuthority)
})

test("an operator's rating wins over the shipped one, and a nearer domain over both", () => {
  const overrides = new Map([
    ['wsj.com', 0.5],
    ['example.org', 0.9],
  ])
  expect(authorityOf('online.wsj.com', overrides)).toBe(0.5)
  expect(authorityOf('news.example.org', overrides)).toBe(0.9)
  expect(authorityOf('news.example.org', new Map([...overrides, ['news.example.org', 0.1]]))).toBe(0.1)
})

test('the shipped table has each domain once, in lower case, with a name', () => {
  expect(outletByDomain.size).toBe(outletRowCount)
  for (const [domain, { name }] of outletByDomain) {
    expect(domain).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/)
    expect(name).not.toBe('')
  }
})
