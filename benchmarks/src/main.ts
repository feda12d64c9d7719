/**
 * `npm run bench` lists the benchmarks; `npm run bench <name> -- [options]` runs one. Every other file of this folder
 * is a benchmark.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Bench, Figure } from './harness/bench.ts'
import { type BenchOptions, readOptions, UsageError, usage } from './harness/options.ts'
import { misjudgedText, resultsFile, roundedFigure, sectionText } from './harness/report.ts'

const folder = import.meta.dirname
const resultsFolder = join(folder, '..', 'results')
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'main.ts')
  .map((file) => file.slice(0, -'.ts'.length))
  .sort()

const load = async (name: string) => ((await import(`./${name}.ts`)) as { bench: Bench }).bench

async function list(): Promise<void> {
  console.log('Usage: npm run bench <name> -- [options]\n')
  for (const name of names) {
    const { summary, parts } = await load(name)
    console.log(`${name}\n  ${summary}\n  parts: ${parts.join(', ')}\n`)
  }
  console.log(usage)
}

async function run(bench: Bench, options: BenchOptions): Promise<void> {
  const unknown = options.only?.find((part) => !bench.parts.includes(part))
  if (unknown) throw new UsageError(`${bench.name} has no part "${unknown}": ${bench.parts.join(', ')}.`)

  const print = options.json ? console.error : console.log
  const last = lastFigures(bench.name)
  const figures: Figure[] = []
  let begun = performance.now()
  const wanted = (part: string) => options.only?.includes(part) ?? true
  for await (const section of bench.run({ ...options, wanted })) {
    figures.push(...section.figures)
    print(sectionText(section, last, (performance.now() - begun) / 1_000))
    begun = performance.now()
    if (options.errors) print(misjudgedText(section.misjudged ?? [], options.errors.group))
  }
  if (options.save) {
    const file = join(resultsFolder, `${bench.name}.json`)
    mkdirSync(resultsFolder, { recursive: true })
    writeFileSync(file, resultsFile(bench.name, figures))
    print(`\nSaved ${figures.length} figures to ${file}`)
  }
  if (options.json) console.log(JSON.stringify({ bench: bench.name, figures: figures.map(roundedFigure) }))
}

function lastFigures(name: string): Figure[] {
  const file = join(resultsFolder, `${name}.json`)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { figures: Figure[] }).figures : []
}

const [name, ...args] = process.argv.slice(2)
try {
  if (name === undefined) await list()
  else if (!names.includes(name)) throw new UsageError(`No benchmark "${name}": ${names.join(', ')}.`)
  else await run(await load(name), readOptions(args, process.env))
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  console.error(`${error.message}\n${usage}`)
  process.exitCode = 2
}
