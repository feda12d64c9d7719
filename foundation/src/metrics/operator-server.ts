/**
 * The operator's own port: `/metrics` for Prometheus. It is apart from the customers' port because it says how much
 * every company asks for, and it listens on loopback unless configured otherwise.
 */
import { createServer, type Server } from 'node:http'
import { problemBody } from '../problem.ts'
import type { Metrics } from './metrics.ts'

export function makeOperatorServer(metrics: Metrics): Server {
  return createServer(async (request, response) => {
    // A scraper that kept its connection would hold up the end of the service.
    const send = (status: number, contentType: string, body: string) =>
      response
        .writeHead(status, {
          'Content-Type': contentType,
          'Content-Length': Buffer.byteLength(body),
          Connection: 'close',
        })
        .end(body)
    const refuse = (status: number, message: string, code: string) =>
      send(status, 'application/json; charset=utf-8', JSON.stringify(problemBody(status, message, code)))

    if (request.url?.split('?')[0] !== '/metrics') {
      refuse(404, 'Only /metrics is served here.', 'not-found')
    } else if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD')
      refuse(405, 'Use GET.', 'method-not-allowed')
    } else {
      await metrics.text().then(
        (text) => send(200, metrics.contentType, text),
        () => refuse(500, 'A metric could not be read.', 'internal'),
      )
    }
  })
}
