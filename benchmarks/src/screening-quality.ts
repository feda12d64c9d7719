/**
 * Quality of the screening matcher, on labelled names and on the real lists.
 *
 * Names that must be found and names that must not are measured in the same run, beside simpler matchers; what the
 * contract promises of every listed name is counted over the lists themselves.
 */
import type { Bench, Section } from './harness/bench.ts'
import type { Sampling } from './harness/options.ts'
import { type DataFolder, openDataFolder, sanctionsFolders } from './screening/data-folder.ts'
import { parseLists, readListFiles } from './screening/list-files.ts'
import { compileLists } from './screening/lists.ts'
import type { Lists } from './screening/matcher.ts'
import { aliasHoldOut } from './screening/parts/alias-hold-out.ts'
import { crossFit } from './screening/parts/cross-fit.ts'
import { crossScript } from './screening/parts/cross-script.ts'
import { deviations } from './screening/parts/deviations.ts'
import { innocents } from './screening/parts/innocents.ts'
import { invariants } from './screening/parts/invariants.ts'
import { lostCandidates } from './screening/parts/lost-candidates.ts'
import { namePairs } from './screening/parts/name-pairs.ts'
import { spellings } from './screening/parts/spellings.ts'
import { twoAuthorities } from './screening/parts/two-authorities.ts'
import { unNames } from './screening/parts/un-names.ts'

type Part = {
  name: string
  needs: readonly string[]
  /** Run only when asked for, or with `--full`. */
  isOptional?: true
  measure(data: DataFolder, lists: Lists, sampling: Sampling): Section
}

const mixedFiles = ['un_gold.csv', 'negatives_global.csv', 'negatives_us.csv', 'xscript_pairs.csv']

const parts: Part[] = [
  { name: 'pairs', needs: ['name_bench_cases.csv'], measure: (data, { index }) => namePairs(data, index) },
  { name: 'un', needs: ['un_gold.csv'], measure: unNames },
  { name: 'negatives', needs: ['negatives_global.csv', 'negatives_us.csv'], measure: innocents },
  { name: 'xscript', needs: ['xscript_pairs.csv'], measure: crossScript },
  { name: 'spellings', needs: [], measure: spellings },
  { name: 'deviations', needs: [], measure: (_, lists, sampling) => deviations(lists, sampling) },
  { name: 'authorities', needs: [], measure: (_, lists, sampling) => twoAuthorities(lists, sampling) },
  { name: 'lost', needs: mixedFiles, measure: lostCandidates },
  { name: 'invariants', needs: [], measure: (_, lists, sampling) => invariants(lists, sampling) },
  {
    name: 'cross-fit',
    needs: ['name_bench_cases.csv'],
    isOptional: true,
    measure: (data, { index }) => crossFit(data, index),
  },
  { name: 'hold-out', needs: [], isOptional: true, measure: (_, lists, sampling) => aliasHoldOut(lists, sampling) },
]

export const bench: Bench = {
  name: 'screening-quality',
  summary: 'How well screening tells the listed from the innocent, beside simpler matchers.',
  parts: parts.map(({ name }) => name),
  async *run({ only, ...options }): AsyncIterable<Section> {
    const folders = sanctionsFolders(options)
    const data = openDataFolder(folders.labelled)
    const files = readListFiles(folders.lists)
    const lists = compileLists(parseLists(files))
    yield {
      title: 'Lists',
      figures: [],
      notes: [
        `${lists.index.entryCount} entries, ${lists.index.nameCount} names.`,
        ...(files.folder === folders.labelled ? [] : ['The data folder has no lists: those of the sample data serve.']),
      ],
    }
    for (const part of parts) {
      if (only ? !only.includes(part.name) : part.isOptional && !options.full) continue
      const absent = part.needs.filter((file) => !data.has(file))
      if (absent.length === 0) yield part.measure(data, lists, options)
      else
        yield { title: part.name, figures: [], notes: [`Not measured: the data folder has no ${absent.join(', ')}.`] }
    }
  },
}
