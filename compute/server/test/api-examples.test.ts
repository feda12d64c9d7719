import { createServer } from 'node:http'
import { operationExamples, receiverUrl } from '@service/compute-testing/operation-examples.ts'
import { runService } from '@service/compute-testing/running-service.ts'
import { databaseEngines } from '@service/foundation-testing/database/database-engines.ts'
import { recordApiExamples, recordingClock } from '@service/foundation-testing/http/record-api-examples.ts'
import { afterAll, beforeAll } from 'vitest'
import { access } from '../src/access/access.ts'
import { examplesFolder } from '../src/api-description.ts'
import { makeApiDocument } from '../src/api-document.ts'

const receiver = createServer((request, response) => request.resume().on('end', () => response.writeHead(204).end()))
beforeAll(() => void receiver.listen(Number(new URL(receiverUrl).port), '127.0.0.1'))
afterAll(() => void receiver.close())

/** That of deployments that have run for less than a minute. */
const usage = { gpu_hours: 0, cost_usd: 0, energy_kwh: 0, gco2: 0, avoided_gco2: 0 }

recordApiExamples({
  runService: () =>
    runService(databaseEngines[0]!, { now: recordingClock(), settings: { COMPUTE_GATEWAY_DOMAIN: 'run.example.com' } }),
  folder: examplesFolder,
  document: await makeApiDocument(),
  access,
  examples: operationExamples,
  problems: {
    BadRequest: { of: 'deploy', body: { gpu_type: 'H100', count: 0 } },
    Unauthorized: { of: 'listDeployments', scopes: [] },
    SessionUnauthorized: { of: 'getSession', scopes: [] },
    OpenUnauthorized: { of: 'signIn', body: { email: 'grace@example.com', password: 'another phrase' } },
    Forbidden: { of: 'deploy', scopes: ['deployments:read'] },
    NotFound: { of: 'getDeployment', ids: { deployment_id: 'dep_01kd3f9n8x4s6t2v7w0y5z1a3b' } },
    PayloadTooLarge: { of: 'deploy', body: { image: 'x'.repeat(2 ** 21) } },
    UnsupportedMediaType: { of: 'deploy', headers: { 'Content-Type': 'text/plain' } },
    TooManyRequests: { of: 'listDeployments', again: true },
  },
  instead: [
    [/http:\/\/(?:127\.0\.0\.1|localhost):\d+\/dashboard/g, 'https://compute.example.com/dashboard'],
    [new RegExp(receiverUrl, 'g'), 'https://hooks.example.com/service'],
    [/whsec_[A-Za-z0-9+/=_-]+/g, 'whsec_EXAMPLE'],
    [/sv([il])_\w+/g, 'sv$1_EXAMPLE'],
    [/example-ltd-[0-9a-hjkmnp-tv-z]{8}/g, 'example-ltd-7mq2c9xw'],
    [/http:\/\/127\.0\.0\.1:0\/dashboard/g, 'https://compute.example.com/dashboard'],
    [/person-\d+@people/g, 'ada@people'],
    [/^h100-\d+$/g, 'h100-1'],
    [/"position":"1-\d+-1"/g, '"position":"1-1795167000000-1"'],
  ],
  steadyFields: {
    listAttempts: { duration_ms: 38 },
    getUsage: usage,
    getMetrics: usage,
    listDailyUsage: { ...usage, day: '2026-11-20' },
    deploy: usage,
    getDeployment: usage,
    listDeployments: usage,
    deleteDeployment: usage,
    planDeployment: { free_share: 0.969 },
    stopDeployment: { ...usage, free_share: 0.969 },
    getDeploymentMetrics: { ...usage, cpu_seconds: 42.5, memory_bytes: 13_421_772_800, gpu_utilisation: 0.81 },
  },
})
