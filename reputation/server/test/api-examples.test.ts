import { createServer } from 'node:http'
import { databaseEngines } from '@service/foundation-testing/database/database-engines.ts'
import { recordApiExamples, recordingClock } from '@service/foundation-testing/http/record-api-examples.ts'
import { feedUrl, operationExamples, receiverUrl } from '@service/reputation-testing/operation-examples.ts'
import { runService } from '@service/reputation-testing/running-service.ts'
import { afterAll, beforeAll } from 'vitest'
import { access } from '../src/access/access.ts'
import { examplesFolder } from '../src/api-description.ts'
import { makeApiDocument } from '../src/api-document.ts'

const feed = '<rss version="2.0"><channel><title>The Example</title></channel></rss>'
const receiver = createServer((request, response) =>
  request.resume().on('end', () => (request.method === 'GET' ? response.end(feed) : response.writeHead(204).end())),
)
beforeAll(() => void receiver.listen(Number(new URL(receiverUrl).port), '127.0.0.1'))
afterAll(() => void receiver.close())

recordApiExamples({
  runService: () => runService(databaseEngines[0]!, { now: recordingClock() }),
  folder: examplesFolder,
  document: await makeApiDocument(),
  access,
  examples: operationExamples,
  problems: {
    BadRequest: { of: 'screenName', query: { name: 'Jane Doe', threshold: '2' } },
    Unauthorized: { of: 'screenName', scopes: [] },
    SessionUnauthorized: { of: 'getSession', scopes: [] },
    OpenUnauthorized: { of: 'signIn', body: { email: 'grace@example.com', password: 'another phrase' } },
    Forbidden: { of: 'screenName', scopes: ['alerts:read'] },
    NotFound: { of: 'getScreening', ids: { screeningId: 'scr_01kd3f9n8x4s6t2v7w0y5z1a3b' } },
    NotAcceptable: { of: 'listAlerts', headers: { Accept: 'application/pdf' } },
    PayloadTooLarge: { of: 'createWebhook', body: { url: 'x'.repeat(2 ** 21) } },
    UnsupportedMediaType: { of: 'screenBatch', headers: { 'Content-Type': 'text/plain' } },
    TooManyRequests: { of: 'listVerdicts', again: true },
  },
  steadyFields: { listAttempts: { durationMs: 38 } },
  lastItemsOf: ['history', 'daily', 'days'],
  instead: [
    [/http:\/\/(?:127\.0\.0\.1|localhost):\d+\/admin/g, 'https://reputation.example.com/admin'],
    [new RegExp(feedUrl, 'g'), 'https://news.example.org/rss.xml'],
    [new RegExp(receiverUrl, 'g'), 'https://hooks.example.com/service'],
    [/^[0-9a-f]{16}$/g, '3bfa07c87382ae42'], // the version of the engine
    [/^2\.[0-9a-f]{8}$/g, '2.7266f5fb'], // that of the score's method
    [/svl_\w+/g, 'svl_EXAMPLE'],
    [/http:\/\/127\.0\.0\.1:0\/admin/g, 'https://reputation.example.com/admin'],
    [/http:\/\/127\.0\.0\.1:\d+\/api\/pdf/g, 'https://reputation.example.com/api/pdf'],
    [/person-\d+@people/g, 'ada@people'],
    [/whsec_[A-Za-z0-9+/=_-]+/g, 'whsec_EXAMPLE'],
  ],
})
