/** A language model for tests: a real HTTP server on this machine whose chat completions the test determines. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { LanguageModel } from '@service/reputation-server/language-models/model/language-model.ts'

export type AskedOfServer = {
  path: string
  headers: IncomingHttpHeaders
  body: { model: string; messages: { role: string; content: string }[]; [other: string]: unknown }
}

export type ModelServerResponse = string | { status: number; body?: string; headers?: Record<string, string> } | 'never'

export type ModelServer = {
  url: string
  asked: AskedOfServer[]
  /** Sets how the server responds from now on; a text becomes the content of a completion. */
  respond(how: (asked: AskedOfServer, count: number) => ModelServerResponse): void
  model(stated?: Partial<LanguageModel>): LanguageModel
  close(): Promise<void>
}

export const never = 'never'

export async function startModelServer(): Promise<ModelServer> {
  let how: (asked: AskedOfServer, count: number) => ModelServerResponse = () => ({ status: 404 })
  const asked: AskedOfServer[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const { url: path = '', headers } = request
      const one = { path, headers, body: JSON.parse(Buffer.concat(chunks).toString()) }
      asked.push(one)
      const given = how(one, asked.length)
      if (given === never) return
      if (typeof given !== 'string') {
        response.writeHead(given.status, given.headers).end(given.body ?? '')
        return
      }
      const completion = { choices: [{ index: 0, message: { role: 'assistant', content: given } }] }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(completion))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  return {
    url,
    asked,
    respond(next) {
      asked.length = 0
      how = next
    },
    model: (stated) => ({ provider: 'test', url, model: 'small', key: 'sk-not-to-be-told', ...stated }),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
