/** Reports as PDF/UA-1, by Typst as a program of this machine. */
import { buildDocument } from '@service/reputation-server/reports/content/build-document.ts'
import type { ReportFacts } from '@service/reputation-server/reports/model/report-facts.ts'
import { chooseFonts } from '@service/reputation-server/reports/typeset/fonts.ts'
import { inLettersOf } from '@service/reputation-server/reports/typeset/in-letters-of.ts'
import { compileAccessible } from './native-typst.ts'

export const reportTemplate = new URL('../../server/src/reports/typeset/monthly-insight.typ', import.meta.url)

/** Throws what stands against it. */
export function compileReport(facts: ReportFacts, template: string | URL = reportTemplate): Uint8Array {
  const document = buildDocument(facts, { revision: 2, madeAt: Date.parse('2026-11-03T05:00:00Z') })
  const { fonts, covers } = chooseFonts(JSON.stringify(document), undefined)
  return compileAccessible(template, { ...inLettersOf(document, covers), fit: false }, fonts)
}
