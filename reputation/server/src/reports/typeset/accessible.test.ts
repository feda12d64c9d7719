/** Documents of reports under the rules of PDF/UA-1, which Typst enforces as a program of this machine. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compileReport, reportTemplate } from '@service/reputation-testing/accessible-report.ts'
import { hasNativeTypst, noNativeTypst } from '@service/reputation-testing/native-typst.ts'
import { months, someFacts } from '@service/reputation-testing/report-facts.ts'
import { describe, expect, test } from 'vitest'

describe.skipIf(noNativeTypst !== '' && !(process.env.CI && hasNativeTypst))(
  `a report as PDF/UA-1${noNativeTypst}`,
  () => {
    test.each(Object.entries(months))('of %s is accessible', (_name, factsOf) => {
      expect(Buffer.from(compileReport(factsOf())).toString('latin1')).toContain('pdfuaid')
    })

    test('is refused where a drawing has no words', () => {
      const folder = mkdtempSync(join(tmpdir(), 'template-'))
      const silent = join(folder, 'main.typ')
      writeFileSync(silent, readFileSync(reportTemplate, 'utf8').replaceAll('alt: of.alt, ', ''))
      expect(() => compileReport(someFacts(), silent)).toThrow(/alt/)
      rmSync(folder, { recursive: true })
    })
  },
)
