/** `relay.mjs FROM=TO…`: each a path of a socket, or HOST:PORT. A path leads from one network namespace to another. */
import { unlinkSync } from 'node:fs'
import { connect, createServer } from 'node:net'

const addressOf = (text) => {
  const [, host, port] = /^([\d.]+):(\d+)$/.exec(text) ?? []
  return host ? { host, port: Number(port) } : { path: text }
}

for (const pair of process.argv.slice(2)) {
  const [from, to] = pair.split('=').map(addressOf)
  if (from.path) {
    try {
      unlinkSync(from.path)
    } catch {}
  }
  createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ ...to, allowHalfOpen: true })
    for (const [one, other] of [
      [near, far],
      [far, near],
    ]) {
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroySoon())
    }
    near.pipe(far)
    far.pipe(near)
  }).listen(from)
}
