/**
 * Reports: how long one takes from its facts to its bytes, from nothing and after another, what the process holds more for
 * it, whether it is accessible under the rules of PDF/UA-1, and whether its text is read in order in eight scripts.
 */
import { loadavg } from 'node:os'
import { WorkerThread } from '@service/foundation/threads/worker-thread.ts'
import { buildDocument } from '@service/reputation-server/reports/content/build-document.ts'
import { makeTypeset } from '@service/reputation-server/reports/typeset/typeset.ts'
import { compileReport } from '@service/reputation-testing/accessible-report.ts'
import { noNativeTypst } from '@service/reputation-testing/native-typst.ts'
import { noPdfTools } from '@service/reputation-testing/pdf.ts'
import { aStory, inManyScripts, months, someFacts, uglyFacts } from '@service/reputation-testing/report-facts.ts'
import { hasInOrder } from '@service/reputation-testing/report-text.ts'
import type { Bench, Figure, Section } from './harness/bench.ts'
import { median } from './harness/intervals.ts'
import { count, share } from './harness/share.ts'

const rounds = 5
const warmPerRound = 5
const stamp = { revision: 1, madeAt: Date.UTC(2026, 10, 3) }

export const bench: Bench = {
  name: 'reports',
  summary:
    'A report as PDF: cold (thread, module and fonts included), warm (another month), memory; PDF/UA-1; the order of its text.',
  parts: ['plain', 'ugly', 'accessible', 'scripts'],
  async *run({ wanted }): AsyncIterable<Section> {
    const atFirst = process.memoryUsage().rss
    if (wanted('plain')) yield await measure('plain', someFacts, atFirst)
    if (wanted('ugly')) yield await measure('ugly', uglyFacts, atFirst)
    if (wanted('accessible')) yield accessible()
    if (wanted('scripts')) yield await inOrder()
  },
}

/** By the clock, which a busy machine makes slower, and of the processor, all threads together. */
type Spent = { wallMs: number; cpuMs: number }
const byClock = ({ wallMs }: Spent) => wallMs
const ofProcessor = ({ cpuMs }: Spent) => cpuMs

/** `atFirst`: what the process held before the first report, in bytes; what a thread gives back stays with the process. */
async function measure(group: string, factsOf: typeof someFacts, atFirst: number): Promise<Section> {
  const cold: Spent[] = []
  const warm: Spent[] = []
  const held: number[] = []
  for (let round = 0; round < rounds; round++) {
    const thread = new WorkerThread({ name: 'reports', timeoutMs: 60_000 })
    const typeset = makeTypeset({ thread, fonts: '/nowhere' })
    // Another company and another month each time: nothing is fast for having been set before.
    const set = async (index: number) => {
      const facts = factsOf()
      facts.news.subject.name = `Company ${round} ${index}`
      facts.period = `20${10 + index}-0${1 + round}`
      const [began, used] = [performance.now(), process.cpuUsage()]
      await typeset(buildDocument(facts, { ...stamp, revision: index + 1 }))
      const { user, system } = process.cpuUsage(used)
      return { wallMs: performance.now() - began, cpuMs: (user + system) / 1_000 }
    }
    cold.push(await set(0))
    for (let index = 1; index <= warmPerRound; index++) warm.push(await set(index))
    held.push((process.memoryUsage().rss - atFirst) / 1e6)
    await thread.close()
  }
  const figure = (name: string, values: readonly number[], unit: 'ms' | 'MB'): Figure => ({
    group,
    name,
    value: median(values),
    n: values.length,
    unit,
  })
  return {
    title: `A report, ${group}`,
    figures: [
      ...Object.entries({ cold, warm }).flatMap(([name, spent]) => [
        figure(name, spent.map(byClock), 'ms'),
        figure(`${name}, of the processor`, spent.map(ofProcessor), 'ms'),
      ]),
      { group, name: 'memory, most held since the start', value: Math.max(...held), n: held.length, unit: 'MB' },
    ],
    notes: [`Load of the machine over the last minute: ${(loadavg()[0] ?? 0).toFixed(1)}.`],
  }
}

/** Typst refuses what is not PDF/UA-1, as a drawing without words. */
function accessible(): Section {
  const title = 'Reports as PDF/UA-1'
  if (noNativeTypst) return { title, figures: [], notes: [`Not measured${noNativeTypst}.`] }
  const refusals = Object.entries(months).flatMap(([name, factsOf]) => {
    try {
      compileReport(factsOf())
      return []
    } catch (error) {
      return [`${name}: ${error}`]
    }
  })
  const all = Object.keys(months).length
  return { title, figures: share('clean', 'all months', all - refusals.length, all), notes: refusals }
}

/** In the comment on the first page, and in a headline on the third. */
async function inOrder(): Promise<Section> {
  const title = 'The text of a report, as Poppler reads it'
  if (noPdfTools) return { title, figures: [], notes: [`Not measured${noPdfTools}.`] }
  const thread = new WorkerThread({ name: 'reports', timeoutMs: 60_000 })
  const typeset = makeTypeset({ thread })
  const found: [script: string, isRead: boolean][] = []
  for (const [script, words] of Object.entries(inManyScripts)) {
    const facts = someFacts({ comment: words }, { stories: [aStory({ title: words })] })
    const pdf = await typeset(buildDocument(facts, stamp))
    found.push([script, [1, 3].every((page) => hasInOrder(pdf, page, words))])
  }
  await thread.close()
  const wrong = found.filter(([, isRead]) => !isRead).map(([script]) => `Not read in order: ${script}.`)
  return {
    title,
    figures: share('in order', `${found.length} scripts`, count(found.map(([, isRead]) => isRead)), found.length),
    notes: wrong,
  }
}
