/** Documents of reports as PDF, read again by the tools of Poppler. */
import { readdirSync } from 'node:fs'
import { WorkerThread } from '@service/foundation/threads/worker-thread.ts'
import { infoOf, noPdfTools, tagsOf, textOf } from '@service/reputation-testing/pdf.ts'
import { aStory, emptyFacts, inManyScripts, months, someFacts } from '@service/reputation-testing/report-facts.ts'
import { hasInOrder } from '@service/reputation-testing/report-text.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { buildDocument } from '../content/build-document.ts'
import type { ReportFacts } from '../model/report-facts.ts'
import { makeTypeset } from './typeset.ts'

const stamp = { revision: 2, madeAt: Date.parse('2026-11-03T05:00:00Z') }
const nowhere = '/nowhere'

const thread = new WorkerThread({ name: 'reports', timeoutMs: 120_000 })
afterAll(() => thread.close())
const typeset = makeTypeset({ thread, fonts: nowhere })
const setFacts = (facts: ReportFacts, by = typeset) => by(buildDocument(facts, stamp))

test('the same facts make the same bytes, in a thread that has set others before and in a new one', async () => {
  const first = await setFacts(someFacts())
  await setFacts(emptyFacts())
  expect(Buffer.from(await setFacts(someFacts())).equals(first)).toBe(true)
  const other = new WorkerThread({ name: 'reports', timeoutMs: 120_000 })
  expect(Buffer.from(await setFacts(someFacts(), makeTypeset({ thread: other, fonts: nowhere }))).equals(first)).toBe(
    true,
  )
  await other.close()
})

describe.skipIf(noPdfTools && !process.env.CI)(`a report${noPdfTools}`, () => {
  test.each(Object.entries(months))('of %s has eight pages of A4, and is tagged', async (_name, factsOf) => {
    const facts = factsOf()
    const pdf = await setFacts(facts)
    const info = infoOf(pdf)
    expect([info.get('Pages'), info.get('Tagged')]).toEqual(['8', 'yes'])
    expect(info.get('Page size')).toMatch(/A4/)
    expect(info.get('JavaScript')).toBe('no')
    const tags = tagsOf(pdf)
    expect(tags.filter((tag) => tag === 'H1')).toHaveLength(1)
    expect(tags.filter((tag) => tag === 'H2')).toHaveLength(9)
    expect(tags).toContain('TH')
    expect(tags.indexOf('H1')).toBeLessThan(tags.indexOf('H2'))
    for (let page = 1; page <= 8; page++) expect(textOf(pdf, page)).toContain(`Page ${page} of 8`)
  })

  const { chinese, ...shipped } = inManyScripts
  test.each(Object.entries(shipped))('in %s script is read as it was written', async (_script, title) => {
    const facts = someFacts({ comment: title }, { stories: [aStory({ title })] })
    const pdf = await setFacts(facts)
    expect(hasInOrder(pdf, 1, title), textOf(pdf, 1)).toBe(true) // of the comment
    expect(hasInOrder(pdf, 3, title), textOf(pdf, 3)).toBe(true) // of a headline
  })

  test('in Chinese is written in Latin letters where no font has its own', async () => {
    const text = textOf(await setFacts(someFacts({}, { stories: [aStory({ title: chinese })] })), 3)
    expect(text).toMatch(/YinXing ?ShuJu ?XieL/i)
    expect(text).not.toContain('银')
  })

  const cjk = readFonts().some((name) => /cjk|droidsansfallback|wqy/i.test(name))
  test.skipIf(!cjk && !process.env.CI)(
    `in Chinese is read as it was written where the machine has a font${cjk ? '' : ' (needs fonts-droid-fallback)'}`,
    async () => {
      const facts = someFacts({}, { stories: [aStory({ title: chinese })] })
      const pdf = await setFacts(facts, makeTypeset({ thread }))
      expect(hasInOrder(pdf, 3, chinese), textOf(pdf, 3)).toBe(true)
    },
  )

  test('shows what would be markup as text', async () => {
    const hostile = '#let x = 1 *b* _i_ $a^2$ <b>&amp; `c` [l](x) \\ @ref // "q" \'s\''
    const facts = someFacts({ comment: hostile }, { stories: [aStory({ title: hostile, url: 'javascript:alert(1)' })] })
    const pdf = await setFacts(facts)
    expect(textOf(pdf, 1)).toContain(hostile)
    expect(textOf(pdf, 3)).toContain(hostile)
  })
})

function readFonts(): string[] {
  try {
    return readdirSync('/usr/share/fonts', { recursive: true, encoding: 'utf8' })
  } catch {
    return []
  }
}
