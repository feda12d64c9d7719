import { domainReasons, domainStatuses } from '@service/compute-domain/endpoints/domain-proof.ts'
import {
  type App,
  actOf,
  callerOf,
  NextCursor,
  PageParameters,
  problems,
  readPage,
  toPage,
} from '@service/foundation/http/http.ts'
import { Instant } from '@service/foundation/http/model/instant.ts'
import { nullable } from '@service/foundation/http/model/nullable.ts'
import { openEnum, openEnumOrNull } from '@service/foundation/http/model/string-enum.ts'
import Type from 'typebox'
import { certificateStatuses } from '../certificates/certificates.ts'
import { deploymentIdOf } from '../deployments/deployments.ts'
import { recordNameOf } from './check-domain.ts'
import type { Domain, Domains } from './domains.ts'

export type DomainRouteDeps = {
  domains: Domains
  /** What follows the name of a deployment in its endpoint. */
  gatewayDomain: string
}

const tags = ['Domains']
const reading = { scope: 'deployments:read' as const }
const writing = { scope: 'deployments:write' as const }
const at = '/v1/domains'
const Path = Type.Object({
  domain: Type.String({ maxLength: 255, description: 'The domain.', examples: ['app.example.com'] }),
})

const DomainSchema = Type.Object(
  {
    domain: Type.String({ examples: ['app.example.com'] }),
    deployment_id: Type.String({ description: 'The deployment that it leads to.' }),
    endpoint: Type.String({ description: 'What a CNAME record of the domain names, without the port.' }),
    record_name: Type.String({ description: 'Where the TXT record has to be.' }),
    record_text: Type.String({ description: 'What the TXT record has to hold.' }),
    status: openEnum(domainStatuses, {
      title: 'DomainStatus',
      description:
        '`pending` until the record is found, then `active`; `failing` once it is not found any more: the domain serves for ' +
        'three days more, and is then `disabled`.',
    }),
    reason: openEnumOrNull(domainReasons, {
      title: 'DomainReason',
      description:
        'Why the last check did not prove control: the TXT record is not there, it has other texts, or another company has ' +
        'proved control. `dns_unavailable`: no name server could be asked; this does not count against the domain.',
    }),
    message: nullable(Type.String({ description: 'The same in words.' })),
    checked_at: nullable(Instant('When it was checked last.')),
    certificate_status: openEnumOrNull(certificateStatuses, {
      title: 'DomainCertificateStatus',
      description:
        'Where the certificate is that the service orders for the domain: `ordering`, `issued`, or `failing`, with the one before in ' +
        'force until it expires. Null where it orders none.',
    }),
    certificate_message: nullable(Type.String({ description: 'Why the certificate could not be ordered, in words.' })),
    certificate_expires_at: nullable(Instant('When the certificate in force expires.')),
    created_at: Instant('When it was claimed.'),
  },
  { title: 'Domain' },
)

export function domainRoutes(app: App, { domains, gatewayDomain }: DomainRouteDeps): void {
  const shown = (one: Domain) => ({
    domain: one.domain,
    deployment_id: one.deploymentId,
    endpoint: `${one.endpointName}.${gatewayDomain}`,
    record_name: recordNameOf(one.domain),
    record_text: one.token,
    status: one.status,
    reason: one.reason,
    message: one.message,
    checked_at: one.checkedAt?.toISOString() ?? null,
    certificate_status: one.certificate?.status ?? null,
    certificate_message: one.certificate?.message ?? null,
    certificate_expires_at: one.certificate?.expiresAt?.toISOString() ?? null,
    created_at: one.createdAt.toISOString(),
  })

  app.get(
    at,
    {
      schema: {
        operationId: 'listDomains',
        tags,
        summary: 'List domains',
        description: 'The domains that the company has claimed for its deployments, by name.',
        querystring: Type.Object(PageParameters),
        response: {
          200: Type.Object({ domains: Type.Array(DomainSchema), next_cursor: NextCursor }, { title: 'DomainPage' }),
        },
      },
      config: reading,
    },
    async (request) => {
      const { limit, after } = readPage(request.query, ['string'])
      const last = (after?.[0] as string | undefined) ?? ''
      const found = await domains.list(callerOf(request).companyId, last, limit + 1)
      const { items, nextCursor } = toPage(found, limit, ({ domain }) => [domain])
      return { domains: items.map(shown), next_cursor: nextCursor }
    },
  )

  app.put(
    `${at}/:domain`,
    {
      schema: {
        operationId: 'setDomain',
        tags,
        summary: 'Claim a domain',
        description:
          'It leads to the deployment once the TXT record is found, which is looked for again and again. One that the company ' +
          'has already leads to this deployment from now on.',
        params: Path,
        body: Type.Object(
          { deployment_id: Type.String({ examples: ['dep_01kd3f9n8x4s6t2v7w0y5z1a3b'] }) },
          { title: 'DomainRequest', additionalProperties: false },
        ),
        response: { 200: DomainSchema, ...problems('not-found', 'conflict') },
      },
      config: writing,
    },
    async (request) => shown(await domains.set(actOf(request), request.params.domain, deploymentIdOf(request.body))),
  )

  app.post(
    `${at}/:domain/check`,
    {
      schema: {
        operationId: 'checkDomain',
        tags,
        summary: 'Check a domain',
        description: 'Looks for the TXT record now. A new one may take an hour to be seen.',
        params: Path,
        response: { 200: DomainSchema, ...problems('not-found') },
      },
      config: writing,
    },
    async (request) => shown(await domains.check(callerOf(request).companyId, request.params.domain)),
  )

  app.delete(
    `${at}/:domain`,
    {
      schema: {
        operationId: 'removeDomain',
        tags,
        summary: 'Remove a domain',
        description: 'It does not lead to the deployment any more, and another claim needs a new record.',
        params: Path,
        response: { 204: Type.Null(), ...problems('not-found') },
      },
      config: writing,
    },
    async (request, reply) => {
      await domains.remove(actOf(request), request.params.domain)
      return reply.code(204).send(null)
    },
  )
}
