/**
 * The one entry of every npm script, in plain JavaScript so that any Node starts it.
 *
 * It installs the dependencies when the lock file has changed since the last install, builds the pages for people when they
 * have changed (before a start and before the tests; `pages` does that alone), then runs the asked-for program
 * under a Node new enough to run TypeScript as it stands: this one if it is, else the one that npm brought as a
 * platform package. `start` and `serve` run both services, a process each, unless one is named. They begin together; in
 * the demo they end together too, while under `serve` each is started again when it ends, and the other goes on. One service
 * alone ends with its process: whoever started it is there to start it again. Signals are passed on, and the exit code of
 * what failed becomes ours.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildPages } from './pages.mjs'
import { runServices } from './service-processes.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const oldestNode = [24, 7]

const services = { reputation: 'reputation/server/src', compute: 'compute/server/src' }

/** What each npm script runs, a program or services. Arguments given behind `--` follow. */
const scripts = {
  start: (args) => ofServices('demo', args, ['--demo-key']),
  serve: (args) => ofServices('serve', args, []),
  admin: ([first, ...rest]) =>
    isService(first)
      ? [`${services[first]}/admin.ts`, ...rest]
      : [`${services.reputation}/admin.ts`, ...(first === undefined ? [] : [first]), ...rest],
  pages: () => [],
  check: (args) => ['tools/check.ts', ...args],
  test: (args) => ['tools/test.ts', ...args],
  gen: (args) => ['tools/gen.ts', ...args],
  build: (args) => ['cli/build.ts', ...args],
  bench: (args) => ['benchmarks/src/main.ts', ...args],
  train: ([first, ...rest]) =>
    first === 'forecast'
      ? ['compute/training/src/main.ts', ...rest]
      : ['reputation/training/src/main.ts', ...(first === undefined ? [] : [first]), ...rest],
}

const isService = (word) => Object.hasOwn(services, word ?? '')

function ofServices(mode, args, knownOptions) {
  const options = args.filter((word) => knownOptions.includes(word))
  const named = args.filter((word) => !knownOptions.includes(word))
  const unknown = named.find((word) => !isService(word))
  if (unknown !== undefined) {
    console.error(`There is no service "${unknown}"; there are ${Object.keys(services).join(' and ')}.`)
    process.exit(2)
  }
  const names = named.length > 0 ? [...new Set(named)] : Object.keys(services)
  return { mode, names, options }
}

function install() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const stamp = join(root, 'node_modules', '.installed-lock')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  console.error('Installing dependencies (npm ci), which takes up to a minute …')
  const npm = process.env.npm_execpath
  const command = npm ? [process.execPath, npm] : ['npm']
  // Without a network npm would say nothing for minutes.
  const retries = ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000']
  const result = spawnSync(command[0], [...command.slice(1), 'ci', '--loglevel=error', ...retries], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (result.status !== 0) {
    console.error('npm ci failed: see its message above. Is the package registry reachable?')
    process.exit(result.status ?? 1)
  }
  writeFileSync(stamp, lock)
}

/** Without the pages the API serves all the same: a read-only disk, say, stops no start. */
function buildOrSayWhyNot() {
  try {
    buildPages(nodeBinary())
  } catch (error) {
    console.error(error.message)
    if (name === 'test' || name === 'pages') process.exit(1)
  }
}

function nodeBinary() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return process.execPath
  const brought = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  if (existsSync(brought) && !hasOtherLibrary()) return brought
  console.error(
    `Node ${oldestNode.join('.')} or newer is needed; this is ${process.versions.node}, and no packaged Node exists ` +
      `for ${process.platform}-${process.arch}. Install a newer Node and run the command again.`,
  )
  process.exit(1)
}

/** Linux without the GNU C library, which the packaged Node needs. */
const hasOtherLibrary = () =>
  process.platform === 'linux' && process.report?.getReport().header.glibcVersionRuntime === undefined

/**
 * npm runs a script through a shell and passes signals on to that shell alone, which dies of them and leaves us running.
 * So whoever stops npm would leave the service behind, if we did not look whether npm and its shell are still there.
 */
function stopWithNpm() {
  const found = npmProcesses()
  const watch = setInterval(() => {
    if (npmProcesses() === found) return
    clearInterval(watch)
    processes.stop('SIGTERM')
  }, 500)
}

/** The ids of our parent and, where that is the shell, of npm above it (on Linux, where `/proc` tells). */
function npmProcesses() {
  const parent = process.ppid
  try {
    const stat = readFileSync(`/proc/${parent}/stat`, 'utf8')
    const [, name, rest] = /^\d+ \((.*)\) (.*)$/s.exec(stat)
    return name.startsWith('npm') ? `${parent}` : `${parent} ${rest.split(' ')[1]}`
  } catch {
    return `${parent}`
  }
}

/**
 * Compiling the lists takes a few hundred megabytes for some seconds. As it comes, the GNU C library keeps much of that
 * for a next time: 400 MB stay resident, with these settings 280. Other C libraries take no notice.
 */
const allocator = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1048576' }
/**
 * Room for young objects, in MB. More of it makes screening a little faster, and keeps up to a hundred megabytes more
 * resident: measured with 4, 8 and Node's own 16.
 */
const heap = ['--max-semi-space-size=8']
/** What Node makes of the sources, so that the next start need not: it saves a third of a second. */
const compileCache = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node') }

const [name, ...args] = process.argv.slice(2)
const script = Object.hasOwn(scripts, name ?? '') ? scripts[name] : undefined
if (!script) {
  console.error(`Usage: npm run <${Object.keys(scripts).join('|')}> [-- arguments]`)
  process.exit(2)
}
const wanted = script(args)
install()
if (['start', 'serve', 'test', 'pages'].includes(name)) buildOrSayWhyNot()
if (name === 'pages') process.exit(0)
const processes = Array.isArray(wanted) ? runProgram(wanted) : runAll(wanted)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => processes.stop(signal))
if (process.env.npm_lifecycle_event) stopWithNpm()

function runAll({ mode, names, options }) {
  return runServices(names, {
    start: (name) => run([`${services[name]}/main.ts`, mode, ...options, '--reports-to-runner']),
    restarts: mode === 'serve' && names.length > 1,
    ended: (code) => process.exit(code),
  })
}

function runProgram(words) {
  const child = run(words)
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 1)))
  return { stop: (signal) => child.kill(signal) }
}

function run([file, ...words]) {
  // The channel tells the program when this process is gone, so that a kill -9 here leaves nothing running.
  return spawn(nodeBinary(), [...heap, join(root, file), ...words], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...allocator, ...compileCache, ...process.env, NODE_OPTIONS: process.env.NODE_OPTIONS ?? '' },
  })
}
