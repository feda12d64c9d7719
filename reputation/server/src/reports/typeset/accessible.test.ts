/** Documents of reports under the rules of PDF/UA-1, which Typst enforces as a program of this machine. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compileAccessible, hasNativeTypst, noNativeTypst } from '@service/reputation-testing/native-typst.ts'
import {
  aStory,
  emptyFacts,
  inManyScripts,
  oneDayFacts,
  someFacts,
  uglyFacts,
} from '@service/reputation-testing/report-facts.ts'
import { describe, expect, test } from 'vitest'
import { buildDocument } from '../content/build-document.ts'
import type { ReportFacts } from '../model/report-facts.ts'
import { chooseFonts } from './fonts.ts'
import { inLettersOf } from './in-letters-of.ts'

const template = new URL('./monthly-insight.typ', import.meta.url)

function compile(facts: ReportFacts, from: string | URL = template): Uint8Array {
  const document = buildDocument(facts, { revision: 2, madeAt: Date.parse('2026-11-03T05:00:00Z') })
  const { fonts, covers } = chooseFonts(JSON.stringify(document), undefined)
  return compileAccessible(from, { ...inLettersOf(document, covers), fit: false }, fonts)
}

const allScripts = () => {
  const stories = Object.values(inManyScripts).map((title) => aStory({ title }))
  return someFacts({ comment: Object.values(inManyScripts).join(' ') }, { stories })
}

const months: Record<string, () => ReportFacts> = {
  'a plain month': someFacts,
  'a month of everything that is hard to set': uglyFacts,
  'a month without news': emptyFacts,
  'a month of one day': oneDayFacts,
  'a month in many scripts': allScripts,
}

describe.skipIf(noNativeTypst !== '' && !(process.env.CI && hasNativeTypst))(
  `a report as PDF/UA-1${noNativeTypst}`,
  () => {
    test.each(Object.entries(months))('of %s is accessible', (_name, factsOf) => {
      expect(Buffer.from(compile(factsOf())).toString('latin1')).toContain('pdfuaid')
    })

    test('is refused where a drawing has no words', () => {
      const folder = mkdtempSync(join(tmpdir(), 'template-'))
      const silent = join(folder, 'main.typ')
      writeFileSync(silent, readFileSync(template, 'utf8').replaceAll('alt: of.alt, ', ''))
      expect(() => compile(someFacts(), silent)).toThrow(/alt/)
      rmSync(folder, { recursive: true })
    })
  },
)
