import { nullable } from '@service/foundation/http/model/nullable.ts'
import { cursorOf, NextCursor } from '@service/foundation/http/page.ts'
import Type from 'typebox'
import { EventResponse, eventResponse } from '../deployments/deployments.ts'
import { CpuOnly, Simulated } from '../hubs/hubs.ts'
import type { FeedEvent } from './feed-store.ts'

export const FeedEventResponse = Type.Object(
  {
    cursor: Type.String({ description: 'Continues behind this event.' }),
    deployment_id: nullable(
      Type.String({ description: 'The id of the deployment; null where it concerns the company as a whole.' }),
    ),
    ...EventResponse.properties,
    simulated: Simulated,
    cpu_only: CpuOnly,
  },
  { title: 'CompanyEvent' },
)
type FeedEventResponse = Type.Static<typeof FeedEventResponse>

export const FeedPageResponse = Type.Object(
  { events: Type.Array(FeedEventResponse), next_cursor: NextCursor },
  { title: 'CompanyEventPage' },
)

export const feedEventResponse = (event: FeedEvent): FeedEventResponse => ({
  cursor: cursorOf([event.position]),
  deployment_id: event.deploymentId,
  ...eventResponse(event),
  simulated: event.simulated,
  cpu_only: event.cpuOnly,
})
