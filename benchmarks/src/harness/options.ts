/** The command line of a benchmark. */

export type BenchOptions = {
  /** Folder of the data to measure on; each bench knows its default. */
  data: string | undefined
  /** Folder with all sample data, used for files that `data` lacks. */
  sampleData: string | undefined
  only: readonly string[] | undefined
  /** All rows, or far larger samples where all would take hours. */
  full: boolean
  /** Size of every sample, in place of each part's own. */
  sample: number | undefined
  /** Print what came out wrong: everything, or the groups that contain the word. */
  errors: { group: string | undefined } | undefined
  json: boolean
  save: boolean
}

export const usage = `Options:
  --data DIR        measure on this folder (default: under $TEST_DATA_DIR)
  --only PART[,…]   run some parts alone
  --full            all rows, or far larger samples
  --sample N        samples of this size
  --errors [GROUP]  print what came out wrong
  --json            print one JSON object on standard output, the tables on standard error
  --save            write the figures to benchmarks/results/<name>.json`

/** The options are not valid; the message says why. */
export class UsageError extends Error {}

/** Throws `UsageError` when the arguments make no sense. */
export function readOptions(args: readonly string[], env: Record<string, string | undefined>): BenchOptions {
  const options: BenchOptions = {
    data: undefined,
    sampleData: env.TEST_DATA_DIR || undefined,
    only: undefined,
    full: false,
    sample: undefined,
    errors: undefined,
    json: false,
    save: false,
  }
  const rest = [...args]
  const optionalValue = () => (rest[0] !== undefined && !rest[0].startsWith('--') ? rest.shift() : undefined)
  const value = (flag: string) => {
    const given = optionalValue()
    if (given === undefined) throw new UsageError(`${flag} needs a value.`)
    return given
  }
  for (let flag = rest.shift(); flag !== undefined; flag = rest.shift()) {
    if (flag === '--data') options.data = value(flag)
    else if (flag === '--only') options.only = value(flag).split(',')
    else if (flag === '--full') options.full = true
    else if (flag === '--sample') options.sample = positiveInteger(flag, value(flag))
    else if (flag === '--errors') options.errors = { group: optionalValue() }
    else if (flag === '--json') options.json = true
    else if (flag === '--save') options.save = true
    else throw new UsageError(`Unknown option ${flag}.`)
  }
  if (options.save && (options.only || options.sample)) {
    throw new UsageError('--save records a whole run: leave --only and --sample out.')
  }
  return options
}

/** How many cases a part takes: its own number, its larger one under `--full`, or the one asked for. */
export type Sampling = Pick<BenchOptions, 'full' | 'sample'>

export const sampleSize = ({ full, sample }: Sampling, sizes: { byDefault: number; full: number }): number =>
  sample ?? (full ? sizes.full : sizes.byDefault)

function positiveInteger(flag: string, text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number) || number < 1) throw new UsageError(`${flag} needs a whole number above 0.`)
  return number
}
