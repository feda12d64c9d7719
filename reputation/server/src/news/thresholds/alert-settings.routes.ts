/** What makes an article an alert, for a company to set, over HTTP. */
import { administratorOf, callerOf } from '@service/foundation/http/admission.ts'
import type { App } from '@service/foundation/http/app.ts'
import { Instant } from '@service/foundation/http/model/instant.ts'
import { problems } from '@service/foundation/http/problem-body.ts'
import { alertSettings } from '@service/reputation-domain/alerts/settings.ts'
import Type from 'typebox'
import { noOwnSubject } from '../read/own-subject.ts'
import type { SubjectActs } from '../tracking/tracking.ts'
import type { PreviewThreshold } from './preview-threshold.ts'

export type ThresholdDeps = {
  administration: Pick<SubjectActs, 'setAlertThreshold'>
  readThreshold(companyId: string): Promise<number>
  previewThreshold: PreviewThreshold
}

const path = '/api/v1/alert-settings'
const tags = ['Set-up']

const AlertSettings = Type.Object(
  {
    negativeFrom: Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        'From which probability of being negative on an article about the company is an alert of severity `high`. Grave facts and stories whose risk has spread are always alerts.',
    }),
    defaultNegativeFrom: Type.Number({ description: 'Where the company has set none.' }),
  },
  { title: 'AlertSettings' },
)

const show = (negativeFrom: number) => ({ negativeFrom, defaultNegativeFrom: alertSettings.negativeArticle })

export function thresholdRoutes(app: App, deps: ThresholdDeps): void {
  settingsRoutes(app, deps)
  previewRoute(app, deps)
}

function settingsRoutes(app: App, { administration, readThreshold }: ThresholdDeps): void {
  app.get(
    path,
    {
      schema: {
        operationId: 'getAlertSettings',
        tags,
        summary: 'Get the alert threshold',
        description: 'The threshold of the company.',
        response: { 200: AlertSettings },
      },
      config: { scope: 'alerts:read' },
    },
    async (request) => show(await readThreshold(callerOf(request).companyId)),
  )

  app.patch(
    path,
    {
      schema: {
        operationId: 'changeAlertSettings',
        tags,
        summary: 'Change the alert threshold',
        description:
          'The alerts of the company are computed again, usually within seconds. New alerts of the last two days are announced; announcements are not recalled.',
        body: Type.Object(
          { negativeFrom: Type.Number({ minimum: 0, maximum: 1, examples: [0.8] }) },
          { title: 'AlertSettingsChange', additionalProperties: false },
        ),
        response: { 200: AlertSettings },
      },
      config: { scope: 'thresholds:manage' },
    },
    async (request) => {
      const { companyId } = callerOf(request)
      const by = administratorOf(request)
      const { alertThreshold } = await administration.setAlertThreshold(by, companyId, request.body.negativeFrom)
      return show(alertThreshold)
    },
  )
}

function previewRoute(app: App, { previewThreshold }: ThresholdDeps): void {
  app.get(
    `${path}/preview`,
    {
      schema: {
        operationId: 'previewAlertSettings',
        tags,
        summary: 'Try thresholds on the last days',
        description:
          'How many stories would have raised an alert: `always` whatever the threshold, and those of `byTone` whose `alertsUpTo` is the threshold or above. Articles are judged as they are now.',
        querystring: Type.Object({
          days: Type.Optional(
            Type.Integer({ minimum: 1, maximum: 90, default: 30, description: 'The days that were evaluated.' }),
          ),
        }),
        response: {
          200: Type.Object(
            {
              since: Instant('Stories that began then or later.'),
              stories: Type.Integer({ description: 'All stories of these days.' }),
              always: Type.Integer({ description: 'Those that are alerts whatever the threshold.' }),
              byTone: Type.Array(
                Type.Object(
                  {
                    story: Type.String({ description: 'The id of the story.' }),
                    title: Type.String({ description: 'Its headline.' }),
                    alertsUpTo: Type.Number({ description: 'The highest threshold at which it is an alert.' }),
                  },
                  { title: 'StoryByTone' },
                ),
                { description: 'The others, those that a high threshold makes alerts of first.' },
              ),
            },
            { title: 'AlertSettingsPreview' },
          ),
          ...problems(noOwnSubject),
        },
      },
      config: { scope: 'alerts:read' },
    },
    async (request) => {
      const { companyId } = callerOf(request)
      const { since, storyCount, alwaysCount, byTone } = await previewThreshold(companyId, request.query.days ?? 30)
      return { since: since.toISOString(), stories: storyCount, always: alwaysCount, byTone }
    },
  )
}
