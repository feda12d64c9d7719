import { actOf, callerOf } from '@service/foundation/http/admission.ts'
import type { App } from '@service/foundation/http/app.ts'
import { problems } from '@service/foundation/http/problem-body.ts'
import { serveAskingPage } from '@service/foundation/sign-in/sign-in.ts'
import { html } from '@service/foundation/text/model/html.ts'
import Type from 'typebox'
import { DeploymentPath, deploymentIdOf, EndpointAccessInput, EndpointAccessShown } from '../deployments/deployments.ts'
import type { SetAccess } from './set-access.ts'
import { useScope, type Visits } from './visits.ts'

export type EndpointRouteDeps = {
  setAccess: SetAccess
  visits: Pick<Visits, 'begin'>
  /** What follows the name of a deployment in its endpoint. */
  gatewayDomain: string
  /** How browsers reach the gateway. */
  gatewayProtocol: 'http' | 'https'
}

type PageDeps = { title: string; pagesPath: string }

/** Of the page that leads a person into an endpoint. */
export const visitPage = '/endpoint-visit'

export function endpointRoutes(app: App, { setAccess, gatewayDomain }: EndpointRouteDeps): void {
  app.put(
    '/v1/endpoints/:deployment_id/access',
    {
      schema: {
        operationId: 'setEndpointAccess',
        tags: ['Deployments'],
        summary: 'Set who may reach an endpoint',
        description:
          'Takes effect within a second, also for what is under way: requests and WebSockets that began under another rule ' +
          'end, unless the endpoint becomes public.',
        params: DeploymentPath,
        body: Type.Object(
          { access: EndpointAccessInput },
          { title: 'EndpointAccessRequest', additionalProperties: false },
        ),
        response: {
          200: Type.Object(
            {
              deployment_id: Type.String({ description: 'The id of the deployment.' }),
              endpoint: Type.String({ description: 'The address, without a scheme.' }),
              access: EndpointAccessShown,
            },
            { title: 'Endpoint' },
          ),
          ...problems('not-found'),
        },
      },
      config: { scope: 'deployments:write' },
    },
    async (request) => {
      const id = deploymentIdOf(request.params)
      const { access } = request.body
      const name = await setAccess(actOf(request), id, access)
      return { deployment_id: id, endpoint: `${name}.${gatewayDomain}`, access }
    },
  )
}

/** For the browser of a person alone. */
export function visitRoutes(
  app: App,
  { visits, gatewayDomain, gatewayProtocol, title, pagesPath }: Omit<EndpointRouteDeps, 'setAccess'> & PageDeps,
): void {
  serveAskingPage(app, {
    path: visitPage,
    heading: 'Open a deployment',
    script: { url: '/endpoint-visit.js', file: new URL('visit-page.js', import.meta.url) },
    forms: html``,
    title,
    pagesPath,
  })

  app.post(
    visitPage,
    {
      schema: {
        hide: true,
        body: Type.Object(
          { name: Type.String({ maxLength: 63 }), path: Type.String({ maxLength: 8_192 }) },
          { additionalProperties: false },
        ),
      },
      config: { session: useScope },
    },
    async (request) => {
      const { name } = request.body
      const entry = await visits.begin(callerOf(request), request.body)
      return { redirect_to: `${gatewayProtocol}://${name}.${gatewayDomain}${entry}` }
    },
  )
}
