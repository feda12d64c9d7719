/** The events of the compute service that its webhooks carry. */
import { Instant } from '@service/foundation/http/model/instant.ts'
import { nullable } from '@service/foundation/http/model/nullable.ts'
import { openEnum } from '@service/foundation/http/model/string-enum.ts'
import { type EventCatalogue, eventKind, eventMaker } from '@service/foundation/webhooks/model/event.ts'
import Type from 'typebox'

/** Those that are announced. */
const announcedStatuses = ['running', 'failing_over', 'stopped', 'failed'] as const
export type AnnouncedStatus = (typeof announcedStatuses)[number]
export const isAnnounced = (status: string | null): status is AnnouncedStatus =>
  announcedStatuses.some((one) => one === status)

const DeploymentEventData = Type.Object(
  {
    event_id: Type.String({
      description: 'The id of the event, as the list of events has it.',
      examples: ['evt_01kd3f9n8x4s6t2v7w0y5z1a3b'],
    }),
    deployment_id: Type.String({
      description: 'The id of the deployment.',
      examples: ['dep_01kd3f9n8x4s6t2v7w0y5z1a3b'],
    }),
    name: nullable(Type.String({ description: 'Its name.' })),
    labels: Type.Record(Type.String(), Type.String(), { description: 'Its labels.' }),
    status: openEnum(announcedStatuses, { description: 'The status since then.' }),
    reason: nullable(Type.String({ description: 'The reason for the status.', examples: ['hub_lost'] })),
    message: nullable(Type.String({ description: 'What happened and what to do, for a person.' })),
    gpu_type: Type.String({ description: 'The type of its GPUs.', examples: ['H100'] }),
    count: Type.Integer({ description: 'How many GPUs it has.' }),
    hub: nullable(Type.String({ description: 'The hub where it happened.', examples: ['se-north-1'] })),
    attempt: nullable(Type.Integer({ description: 'The attempt that it belongs to.' })),
    at: Instant('When it happened.'),
    simulated: Type.Boolean({ description: 'True if this is a simulation: nothing really runs.' }),
    cpu_only: Type.Boolean({ description: 'True if there are no GPUs where it runs.' }),
  },
  { title: 'DeploymentEventData' },
)
export type DeploymentEventData = Type.Static<typeof DeploymentEventData>

const UsageWarningEventData = Type.Object(
  {
    event_id: Type.String({
      description: 'The id of the event, as the list of events has it.',
      examples: ['evt_01kd3f9n8x4s6t2v7w0y5z1a3b'],
    }),
    month: Type.String({ description: 'The calendar month, UTC.', examples: ['2026-11'] }),
    limit_gpu_hours: Type.Number({ description: 'The GPU-hours of the company in the month.' }),
    used_gpu_hours: Type.Number({ description: 'The GPU-hours used so far.' }),
    ends_at: nullable(Instant('When the hours run out at the current rate; null if nothing runs.')),
    message: Type.String({ description: 'What happened, for a person.' }),
    at: Instant('When it happened.'),
  },
  { title: 'UsageWarningEventData' },
)

const deploymentKind = (
  status: AnnouncedStatus,
  summary: string,
  example: Pick<DeploymentEventData, 'reason' | 'message'>,
) =>
  eventKind({
    summary,
    data: DeploymentEventData,
    example: () => ({
      event_id: 'evt_00000000000000000000000000',
      deployment_id: 'dep_00000000000000000000000000',
      name: 'example',
      labels: { team: 'search' },
      status,
      ...example,
      gpu_type: 'H100',
      count: 1,
      hub: 'se-north-1',
      attempt: 1,
      at: '2026-11-20T09:30:00.000Z',
      simulated: true,
      cpu_only: false,
    }),
  })

const nothing = { reason: null, message: null }

export const eventCatalogue = {
  kinds: {
    'deployment.running': deploymentKind('running', 'A deployment runs, for the first time or again', nothing),
    'deployment.failing_over': deploymentKind('failing_over', 'The hub of a deployment is lost; it moves to another', {
      reason: 'hub_lost',
      message: 'The hub se-north-1 does not respond. The deployment starts again elsewhere.',
    }),
    'deployment.stopped': deploymentKind('stopped', 'A deployment has stopped', { reason: 'user', message: null }),
    'deployment.failed': deploymentKind('failed', 'A deployment has failed', {
      reason: 'crash_loop',
      message: 'The container ended 5 times within 10 minutes.',
    }),
    'usage.warning': eventKind({
      summary: '80 % of the GPU-hours of the month are used',
      data: UsageWarningEventData,
      example: () => ({
        event_id: 'evt_00000000000000000000000000',
        month: '2026-11',
        limit_gpu_hours: 10,
        used_gpu_hours: 8,
        ends_at: '2026-11-20T11:30:00.000Z',
        message: '80 % of the 10 GPU-hours of 2026-11 are used; 2 are left.',
        at: '2026-11-20T09:30:00.000Z',
      }),
    }),
  },
  choices: {},
} satisfies EventCatalogue

/** Makes an event of the catalogue, to be appended in the transaction that caused it. */
export const newWebhookEvent = eventMaker(eventCatalogue)
