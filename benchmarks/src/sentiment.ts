/**
 * Quality and speed of sentiment towards a target, beside word lists in the same run: by data set, with how often it is
 * the wrong way round and how well it knows how sure it may be; and of the judgement whether a name is the company.
 */
import type { Bench, Section } from './harness/bench.ts'
import { openLabelledFiles } from './sentiment/labelled-files.ts'
import { openModels } from './sentiment/models.ts'
import { companies, type Measured, names, newsmtsc, sentfin, speed } from './sentiment/parts.ts'

type Part = { name: string; needs: readonly string[]; measure(measured: Measured): Section }

const parts: readonly Part[] = [
  { name: 'newsmtsc', needs: ['newsmtsc-rw', 'newsmtsc-mt'], measure: newsmtsc },
  { name: 'sentfin', needs: ['sentfin'], measure: sentfin },
  { name: 'companies', needs: ['reputation-gold'], measure: companies },
  { name: 'names', needs: ['reputation-gold'], measure: names },
  { name: 'speed', needs: [], measure: speed },
]

export const bench: Bench = {
  name: 'sentiment',
  summary: 'How well sentiment towards a company is told, and whether a name is the company at all.',
  parts: parts.map(({ name }) => name),
  async *run({ wanted, ...options }): AsyncIterable<Section> {
    const measured = { files: openLabelledFiles(options), models: openModels() }
    for (const part of parts) {
      if (!wanted(part.name)) continue
      const absent = part.needs.filter((name) => !measured.files.has(name))
      if (absent.length === 0) yield part.measure(measured)
      else
        yield { title: part.name, figures: [], notes: [`Not measured: the data folder has no ${absent.join(', ')}.`] }
    }
  },
}
