import { request } from 'node:http'

export const streamBytes = 200 * 1024 * 1024

/** MB a second of one long response. */
export function streamRate(port: number, host: string): Promise<number> {
  const begun = performance.now()
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { port, host: '127.0.0.1', path: '/stream', headers: { host }, agent: false },
      (response) => {
        let bytes = 0
        response.on('data', (part: Buffer) => {
          bytes += part.length
        })
        response.once('error', reject)
        response.once('end', () => {
          if (bytes === streamBytes) resolve(bytes / 1_000 / (performance.now() - begun))
          else reject(new Error(`The stream ended after ${bytes} bytes.`))
        })
      },
    )
    outgoing.once('error', reject).end()
  })
}
