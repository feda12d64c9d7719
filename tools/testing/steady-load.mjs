/**
 * Requests at a steady rate to the ready endpoints of a Service, as a proxy in the cluster sends them: `steady-load.mjs
 * NAMESPACE SERVICE PORT PATH RATE [KEY]`. It keeps connections, and repeats nothing. Says how many endpoints are ready whenever
 * there are more than before, "ready" with the first response, and once its input ends, what came of all as a line of JSON.
 */
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { get, Agent as TlsAgent } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'

const [namespace, service, portName, path, rate, key] = process.argv.slice(2)
const pki = (file) => readFileSync(`${process.env.PKI}/${file}`)
const tls = new TlsAgent({ keepAlive: true, ca: pki('ca.crt'), cert: pki('admin.crt'), key: pki('admin.key') })
const slices =
  `https://127.0.0.1:6443/apis/discovery.k8s.io/v1/namespaces/${namespace}/endpointslices` +
  `?labelSelector=kubernetes.io/service-name=${service}`

const agent = new Agent({ keepAlive: true })
const headers = key ? { Authorization: `Bearer ${key}` } : {}
const seen = { sent: 0, unserved: 0, succeeded: 0, failures: [], endpoints: new Set(), maxEndpoints: 0, slowestMs: 0 }
let ready = []
let stopping = false
process.stdin.resume().once('end', () => {
  stopping = true
})

/** As kube-proxy and ingress controllers do: who is ready is read again and again. */
async function followEndpoints() {
  for (; !stopping; await sleep(50)) {
    const { items } = await readJson(slices).catch(() => ({ items: undefined }))
    if (!items) continue
    ready = items.flatMap(({ endpoints, ports }) => {
      const { port } = ports?.find(({ name }) => name === portName) ?? {}
      return (endpoints ?? [])
        .filter(({ conditions }) => conditions.ready)
        .map(({ addresses: [host] }) => ({ host, port }))
    })
    for (const { host } of ready) seen.endpoints.add(host)
    if (ready.length <= seen.maxEndpoints) continue
    seen.maxEndpoints = ready.length
    console.log(`endpoints ${ready.length}`)
  }
}

function readJson(url) {
  return new Promise((resolve, reject) => {
    get(url, { agent: tls }, async (response) => resolve(JSON.parse((await response.toArray()).join('')))).on(
      'error',
      reject,
    )
  })
}

function ask(endpoint) {
  const begun = performance.now()
  return new Promise((resolve) => {
    const end = (failure) => {
      if (failure) seen.failures.push({ ...failure, host: endpoint.host, at: new Date().toISOString() })
      else if (++seen.succeeded === 1) console.log('ready')
      seen.slowestMs = Math.max(seen.slowestMs, Math.round(performance.now() - begun))
      resolve()
    }
    const sent = request({ ...endpoint, path, headers, agent, timeout: 60_000 }, (response) => {
      response.on('error', (error) => end({ error: String(error) }))
      response.resume().on('end', () => end(response.statusCode === 200 ? undefined : { status: response.statusCode }))
    })
    sent
      .on('timeout', () => sent.destroy(new Error('no response')))
      .on('error', (error) => end({ error: String(error) }))
    sent.end()
  })
}

async function load() {
  const underWay = new Set()
  const begun = performance.now()
  let due = 0
  while (!stopping) {
    for (const now = performance.now(); begun + (due * 1_000) / Number(rate) <= now; due++) {
      const endpoint = ready[seen.sent % (ready.length || 1)]
      if (!endpoint) {
        seen.unserved++ // a proxy would respond with 503
        continue
      }
      seen.sent++
      const asked = ask(endpoint).finally(() => underWay.delete(asked))
      underWay.add(asked)
    }
    await sleep(5)
  }
  const perSecond = Math.round((seen.sent * 1_000) / (performance.now() - begun))
  await Promise.all(underWay)
  return perSecond
}

const following = followEndpoints()
while (ready.length === 0 && !stopping) await sleep(20)
const perSecond = await load()
await following
console.log(
  JSON.stringify({
    ...seen,
    perSecond,
    endpoints: seen.endpoints.size,
    failures: seen.failures.slice(0, 20),
    failed: seen.failures.length,
  }),
)
process.exit(0)
