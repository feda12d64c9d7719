/**
 * The processes of the services, in plain JavaScript as the entry that uses it. They begin together: faults in the
 * configuration of any are reported as one list, and then none serves. How they end is the caller's choice: together, or,
 * where they are restarted, each alone. One that ends is then named and started again after a pause that grows.
 */
import { constants } from 'node:os'

const firstPauseMs = 1_000
const maxPauseMs = 60_000
/** Who has run for so long has started well: the pauses begin again. */
const wellAfterMs = 60_000

/** `start(name)` returns the process of a service; `ended(code)` is called once when none runs any more. */
export function runServices(names, { start, restarts, ended }) {
  const running = new Map()
  const pauses = new Map()
  const failures = new Map(names.map((name) => [name, 0]))
  const unsettled = new Set(names)
  const banners = new Map()
  const faults = []
  let stopping = false
  let outcome = 0

  function begin(name) {
    const child = start(name)
    const beganAt = Date.now()
    running.set(name, child)
    child.on('message', (message) => heard(name, message))
    child.on('exit', (code, signal) => {
      running.delete(name)
      settle(name)
      ending(name, { code, signal, ranMs: Date.now() - beganAt })
    })
  }

  function heard(name, { settled, refused, banner }) {
    if (settled) settle(name)
    if (refused && unsettled.has(name)) faults.push(...refused)
    else if (refused) console.error(faultList(refused))
    if (banner === undefined) return
    banners.set(name, banner)
    if (banners.size === names.length) console.log(names.map((one) => banners.get(one)).join(''))
  }

  /** Once of each it is known whether it can begin. */
  function settle(name) {
    if (!unsettled.delete(name) || unsettled.size > 0 || faults.length === 0) return
    console.error(faultList(faults))
    outcome = 1
    stop('SIGTERM')
  }

  function ending(name, { code, signal, ranMs }) {
    if (!stopping && restarts && (faults.length === 0 || unsettled.size === 0))
      return again(name, { code, signal, ranMs })
    const isWaiting = unsettled.size > 0 && faults.length > 0 // for the others, with whose faults its own are reported
    outcome ||= code ?? 128 + (constants.signals[signal] ?? 1)
    if (running.size === 0 && pauses.size === 0) return ended(outcome)
    if (!stopping && !isWaiting) stop('SIGTERM')
  }

  function again(name, { code, signal, ranMs }) {
    const failed = ranMs < wellAfterMs ? failures.get(name) : 0
    failures.set(name, failed + 1)
    const pauseMs = Math.min(maxPauseMs, firstPauseMs * 2 ** failed)
    report(name, 'the service has ended and is started again after a pause', { code, signal, pauseMs })
    pauses.set(
      name,
      setTimeout(() => {
        pauses.delete(name)
        begin(name)
      }, pauseMs),
    )
  }

  function stop(signal) {
    stopping = true // a second signal would cut short whoever closes in order
    for (const pause of pauses.values()) clearTimeout(pause)
    pauses.clear()
    for (const child of running.values()) child.kill(signal)
    if (running.size === 0) ended(outcome)
  }

  for (const name of names) begin(name)
  return { stop }
}

const faultList = (faults) =>
  `The configuration is not usable, and nothing was started:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`

/** In the form of the service's own log. */
function report(service, msg, { code, signal, pauseMs }) {
  const time = new Date().toISOString()
  if (process.env[`${service.toUpperCase()}_LOG_FORM`] !== 'readable') {
    console.log(JSON.stringify({ level: 'error', time, service, code, signal, pauseMs, msg }))
    return
  }
  const how = signal ? `signal=${signal}` : `code=${code}`
  console.error(`${time.slice(11, 19)} error ${service.padEnd(10)} ${msg} ${how} pauseMs=${pauseMs}`)
}
