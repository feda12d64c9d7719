/** The command line of a benchmark. */

export type BenchOptions = {
  /** Folder of the data to measure on; each bench knows its default. */
  data: string | undefined
  /** Folder that holds all sample data, for what `data` lacks. */
  sampleData: string | undefined
  only: readonly string[] | undefined
  /** All rows in place of samples. */
  full: boolean
  /** Print what came out wrong: everything, or the groups that contain the word. */
  errors: { group: string | undefined } | undefined
  json: boolean
  save: boolean
}

export const usage = `Options:
  --data DIR        measure on this folder (default: under $TEST_DATA_DIR)
  --only PART[,…]   run some parts alone
  --full            all rows in place of samples
  --errors [GROUP]  print what came out wrong
  --json            print one JSON object on standard output, the tables on standard error
  --save            write the figures to benchmarks/results/<name>.json`

/** The run cannot be made as asked; the message says so to whoever asked. */
export class UsageError extends Error {}

/** Throws `UsageError` when the arguments make no sense. */
export function readOptions(args: readonly string[], env: Record<string, string | undefined>): BenchOptions {
  const options: BenchOptions = {
    data: undefined,
    sampleData: env.TEST_DATA_DIR || undefined,
    only: undefined,
    full: false,
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
    else if (flag === '--errors') options.errors = { group: optionalValue() }
    else if (flag === '--json') options.json = true
    else if (flag === '--save') options.save = true
    else throw new UsageError(`Unknown option ${flag}.`)
  }
  if (options.save && options.only) throw new UsageError('--save records a whole run: leave --only out.')
  return options
}
