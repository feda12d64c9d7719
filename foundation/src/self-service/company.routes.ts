import Type from 'typebox'
import type { AdministrationFace } from '../administration/administration.ts'
import { type App, administratorOf } from '../http/http.ts'
import type { Administrator } from '../identity/model/administrator.ts'
import { CompanySchema, showCompany } from './responses.ts'

export const tags = ['Company']

type Acts = Pick<AdministrationFace, 'readCompany' | 'changeCompany' | 'readQuota' | 'now'>

export function companyRoutes(app: App, acts: Acts): void {
  app.get(
    '/auth/company',
    {
      schema: {
        operationId: 'getCompany',
        tags,
        summary: 'See the company',
        description: 'Its settings and limits. The limits are set by the operator.',
        response: { 200: CompanySchema },
      },
      config: { session: true },
    },
    async (request) => readCompany(acts, administratorOf(request)),
  )

  app.patch(
    '/auth/company',
    {
      schema: {
        operationId: 'changeCompany',
        tags,
        summary: 'Change the company’s name or time zone',
        description: 'Absent fields stay as they are.',
        body: Type.Object(
          {
            name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
            timeZone: Type.Optional(Type.String({ minLength: 1, maxLength: 60, examples: ['Europe/Paris'] })),
          },
          { title: 'CompanyChange', additionalProperties: false },
        ),
        response: { 200: CompanySchema },
      },
      config: { session: 'company:manage' },
    },
    async (request) => {
      const by = administratorOf(request)
      await acts.changeCompany(by, companyOf(by), request.body)
      return readCompany(acts, by)
    },
  )
}

async function readCompany({ readCompany, readQuota, now }: Acts, by: Administrator) {
  const id = companyOf(by)
  const { used } = await readQuota(by, id, now().toISOString().slice(0, 7))
  return showCompany(await readCompany(by, id), used)
}

/** The company of a person; routes for sessions have no other caller. */
export function companyOf(by: Administrator): string {
  if (!('companyId' in by)) throw new Error('An operator belongs to no company.')
  return by.companyId
}
