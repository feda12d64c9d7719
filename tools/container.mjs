/**
 * The entry of the container image, in plain JavaScript as the launcher: `reputation` or `compute` serves, `admin
 * reputation …` is the administration's command line, `health` asks the service of this container whether it is alive. It
 * runs the program in its own process, which so receives the signals of the container.
 */
import { readFileSync } from 'node:fs'

const { env } = process
const services = {
  reputation: { source: 'reputation/server/src', host: env.REPUTATION_HOST, port: env.REPUTATION_PORT || '4000' },
  compute: { source: 'compute/server/src', host: env.COMPUTE_HOST, port: env.COMPUTE_PORT || '4100' },
}
const usage = 'Usage: reputation | compute | admin <reputation|compute> <command> … | health'

const [word, ...words] = process.argv.slice(2)
if (isService(word) && words.length === 0) await runProgram(`${services[word].source}/main.ts`, ['serve'])
else if (word === 'admin' && isService(words[0])) {
  env.ADMIN_CALL = `admin ${words[0]}`
  await runProgram(`${services[words[0]].source}/admin.ts`, words.slice(1))
} else if (word === 'health') process.exit((await isAlive()) ? 0 : 1)
else {
  console.error(usage)
  process.exit(2)
}

function isService(word) {
  return Object.hasOwn(services, word ?? '')
}

async function runProgram(path, words) {
  const program = new URL(`../${path}`, import.meta.url)
  process.argv.splice(1, process.argv.length, program.pathname, ...words)
  await import(program)
}

/** Alive is not ready: one that waits for its lists or its database must not be ended for it. */
async function isAlive() {
  const name = servedHere()
  if (name === undefined) return true // an admin command, say
  try {
    const { ok } = await fetch(`http://127.0.0.1:${services[name].port}/healthz`, {
      signal: AbortSignal.timeout(4_000),
    })
    return ok
  } catch {
    return false
  }
}

/** The first process of the container says so, behind an init or not. */
function servedHere() {
  const words = readFileSync('/proc/1/cmdline', 'utf8').split('\0')
  return words.includes('admin') ? undefined : words.find(isService)
}
