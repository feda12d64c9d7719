import { byTester } from '@service/foundation-testing/acts.ts'
import { fastestEngine } from '@service/foundation-testing/database/database-engines.ts'
import { newPerson, storedSession } from '@service/foundation-testing/signed-in.ts'
import { newCompanyInTheNews, send } from '@service/reputation-testing/news.ts'
import { runService } from '@service/reputation-testing/running-service.ts'
import type { World } from './route-case.ts'

/** The service with two companies, one of which is in the news. */
export async function openWorld(): Promise<World> {
  // Nobody listens there: mail can be set up, and waits.
  const settings = { REPUTATION_SMTP_URL: 'smtp://127.0.0.1:61990', REPUTATION_MAIL_FROM: 'alerts@example.com' }
  const service = await runService(fastestEngine, { settings })
  const full = await newCompanyInTheNews(service)
  await send(service, full, [`${full.name} wins award for outstanding quality`, `${full.name} launches new phone`], 12)
  await send(service, full, [`${full.name} accused of fraud`, `${full.name} hit by deadly explosion`], 1)
  return { service, full, empty: await service.newCompany() }
}

/** What a browser keeps in which somebody of the company is signed in, a new owner unless another is named. */
export const signedIn = async (
  { service }: Pick<World, 'service'>,
  companyId: string,
  role = 'owner',
  person?: { companyId: string; userId: string },
) => storedSession(service, person ?? (await newPerson(service, companyId, { role })), 'reputation_session')

/** The address of an invitation, below `/admin`. */
export async function makeAccountLink({ service, full: { companyId } }: World): Promise<string> {
  const { userId } = await newPerson(service, companyId)
  const { link } = await service.administration.makeAccountLink(byTester, companyId, userId)
  const { pathname, hash } = new URL(link)
  return `${pathname.replace('/admin', '')}${hash}`
}
