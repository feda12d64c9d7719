import { callerOf, gone, isGone } from '@service/foundation/http/admission.ts'
import type { App } from '@service/foundation/http/app.ts'
import { nullable } from '@service/foundation/http/model/nullable.ts'
import { openEnum } from '@service/foundation/http/model/string-enum.ts'
import { Places } from '@service/foundation/http/places.ts'
import { problems } from '@service/foundation/http/problem-body.ts'
import Type from 'typebox'
import { TwoVersionsPath } from '../../lists/lists.ts'
import { screeningId } from '../responses.ts'
import type { FindAffected } from './find-affected.ts'

export type AffectedDeps = { findAffected: FindAffected }

const AffectedScreening = Type.Object(
  {
    screeningId,
    query: Type.String({ description: 'The name as it was screened.' }),
    reference: nullable(Type.String()),
    entityId: Type.String({ description: 'The entry that differs.', examples: ['OFAC:22790'] }),
    because: openEnum(['shown', 'would-match'], {
      description:
        '`shown`: the record shows an entry that differs. `would-match`: it does not, and the name matches one that differs on the lists in use.',
    }),
  },
  { title: 'AffectedScreening' },
)

export function affectedRoutes(app: App, { findAffected }: AffectedDeps): void {
  // One may screen thousands of names for the price of one request.
  const places = new Places(1, 'searches for affected screenings')
  app.get(
    '/api/v1/lists/:list/affected/:from/:to',
    {
      schema: {
        operationId: 'listAffectedScreenings',
        tags: ['Screening'],
        summary: 'List your screenings that a list change affects',
        description:
          'Each party once, by its newest record, of your newest 5,000 records: those that show an entry which differs between the two versions and, where `to` is the version in use, those whose name would match one. Nothing is recorded. Screen them again by `POST /api/v1/screening-batches` with their `screeningIds`.',
        params: TwoVersionsPath,
        response: {
          200: Type.Object(
            {
              screenings: Type.Array(AffectedScreening),
              looked: Type.Integer({ description: 'How many records were looked at.' }),
              complete: Type.Boolean({ description: 'Whether these are all.' }),
            },
            { title: 'AffectedScreenings' },
          ),
          ...problems('not-found', 'conflict'),
        },
      },
      config: { scope: 'screening:read' },
    },
    async (request) => {
      const { list, from, to } = request.params
      const { companyId } = callerOf(request)
      const free = places.take(companyId)
      const found = await findAffected(companyId, list, { from, to }, () => isGone(request)).finally(free)
      if (!found) throw gone()
      const { affected, looked, complete } = found
      return {
        screenings: affected.map(({ screeningId, party, entityId, because }) => ({
          screeningId,
          query: party.name,
          reference: party.reference ?? null,
          entityId,
          because,
        })),
        looked,
        complete,
      }
    },
  )
}
