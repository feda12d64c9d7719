/** The job that checks domains, without a service around it. */
import { randomBytes } from 'node:crypto'
import { aDeployment } from '@service/compute-testing/gateway.ts'
import { startNameServer } from '@service/compute-testing/name-server.ts'
import { makeResolveText } from '@service/foundation/domain-name.ts'
import { makeNewId } from '@service/foundation/new-id.ts'
import { accountsOf } from '@service/foundation-testing/accounts.ts'
import { byTester } from '@service/foundation-testing/acts.ts'
import { anAdministration } from '@service/foundation-testing/administration.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { fastestEngine } from '@service/foundation-testing/database/database-engines.ts'
import { expect, test } from 'vitest'
import { migrations } from '../migration-folders.ts'
import { checkDomainsJob, makeDomains } from './domains.ts'

const db = beforeTests(
  () => fastestEngine.create(migrations),
  (created) => created.drop(),
)
const names = beforeTests(startNameServer, (server) => server.close())

test('each domain is checked when it is due, by several processes at once too', async () => {
  let at = Date.now()
  const now = () => new Date(at)
  const newId = makeNewId({ now, randomBytes })
  const deps = { db, now, newId, resolveText: makeResolveText([names.address]) }
  const domains = makeDomains({ ...deps, randomBytes, ownNames: ['localhost'] })
  const { companyId } = await accountsOf(anAdministration({ db })).newCompany()
  const by = { ...byTester, companyId, requestId: null }
  const { id } = await aDeployment(db, { companyId })
  const run = () => checkDomainsJob(deps).run(new AbortController().signal)
  const statuses = async () => (await domains.list(companyId, '', 100)).map(({ status }) => status)

  for (let n = 10; n < 35; n++) {
    const { domain, token } = await domains.set(by, `n${n}.example.org`, id)
    if (n % 2 === 0) names.set(`_service-endpoint.${domain}`, token)
  }
  await Promise.all([run(), run()])
  expect(await statuses()).toEqual(Array.from({ length: 25 }, (_, n) => (n % 2 === 0 ? 'active' : 'pending')))
  expect(await run()).toEqual({ checked: 0 })
  at += 60_000
  expect(await run()).toEqual({ checked: 12 })
})
