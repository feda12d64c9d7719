/**
 * The compute service in a process of its own, as `npm run serve` runs it. It takes its settings as one JSON argument,
 * messages the parent when its hubs take deployments, and ends with the channel.
 */

import { openService } from '@service/compute-server/app.ts'
import { readConfig } from '@service/compute-server/config.ts'
import { measuredContext, newBenchmarkKey } from '../harness/measured-process.ts'

export type Ready = { baseUrl: string; gatewayUrl: string; secret: string }

const context = measuredContext()
const service = await openService(readConfig(JSON.parse(process.argv[2]!)), context)
await service.whenHubsAreReady()
process.send?.({
  baseUrl: service.baseUrl,
  gatewayUrl: service.gatewayUrl,
  secret: await newBenchmarkKey(service.administration, ['deployments:read', 'deployments:write']),
} satisfies Ready)
process.once('disconnect', () => void context.disposer.close().then(() => process.exit(0)))
