import { clientOf } from '@service/reputation-testing/client.ts'
import type { RouteCases, World } from './route-case.ts'

/** A peer of names that no page should break under. */
async function anUglySubject({ service, full }: World): Promise<string> {
  const { secret } = await service.newKey(full, { scopes: ['subjects:manage'] })
  const { body } = await clientOf(service.baseUrl, secret).send<{ subjectId: string }>('POST', '/api/v1/subjects', {
    name: `${full.name} launches ${Math.random()}`,
    sector: 'מתקנים',
    aliases: [
      { text: `${full.name} wins` },
      { text: '<img src=x onerror=alert(1)>شركة الاختبار‮reversed', needsContext: true },
      { text: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft' },
    ],
    blockers: [`${full.name} accused of`],
    role: 'peer',
  })
  return `/subjects/${body.subjectId}?days=30`
}

export const cases: RouteCases = {
  '/subjects': { at: '/subjects', shows: 'Searched names', empty: { shows: 'Your company is not set up yet' } },
  '/subjects/new': { at: '/subjects/new', shows: 'Type a name to see what it finds.', asksNothing: true },
  '/subjects/$subjectId': { at: anUglySubject, shows: /headlines? of/ },
}
