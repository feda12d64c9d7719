import type { Domain } from '../../../../sdks/typescript/src/index.ts'
import { CommandFailure, exitCode } from '../../exit-code.ts'
import { apiNames } from '../../services/services.ts'
import { type Column, detailLines, type Style, styled, type Words, words } from '../../terminal/terminal.ts'
import { commandOf } from '../actions.ts'
import type { Context } from '../command.ts'
import { age, minute } from '../format.ts'
import { forgetName, rememberNames } from '../known-names.ts'
import { findDeployment } from './find-deployment.ts'

const styles: Record<string, Style> = { pending: 'cyan', active: 'green', failing: 'yellow', disabled: 'red' }

const statusOf = ({ status, reason }: Domain): Words => {
  const shown = styled(styles[status], status)
  return reason ? words`${shown} (${reason})` : shown
}

/** Null where the service orders none. */
const certificateOf = ({ certificateStatus: status, certificateExpiresAt: at }: Domain): string | null =>
  status && (at === null ? status : `${status}, valid until ${minute(at)}`)

const columns: readonly Column<Domain>[] = [
  { title: 'DOMAIN', cell: ({ domain }) => domain },
  { title: 'STATUS', cell: statusOf },
  { title: 'DEPLOYMENT', cell: ({ deploymentId }) => deploymentId, dispensable: 1 },
  {
    title: 'CHECKED',
    cell: ({ checkedAt }) => (checkedAt === null ? 'never' : `${age(checkedAt)} ago`),
    align: 'right',
    dispensable: 2,
  },
]

export const command = commandOf('domains', {
  summary: 'Let domains of your own lead to deployments',
  examples: [
    ['domains', 'all, and whether they lead here'],
    ['domains add app.example.com chat', 'says which records to set'],
    ['domains check app.example.com', 'looks for the TXT record now; ends with 0 once it is found'],
    ['domains remove app.example.com', 'it leads here no more'],
  ],
  details: `
Set two records at your domain: the TXT record proves that it is yours, and the CNAME record leads to the endpoint (where a domain
can have none, its address does). Leave both there: the TXT record is looked for again and again. Adding a domain again leads it to
another deployment.`,
  actions: {
    list: { usage: '', takes: [0, 0], run: (_, context) => list(context) },
    add: { usage: 'DOMAIN ID|NAME', takes: [2, 2], completes: ['domains', 'deployments'], run: add },
    check: { usage: 'DOMAIN', takes: [1, 1], completes: ['domains'], run: check },
    remove: { usage: 'DOMAIN', takes: [1, 1], completes: ['domains'], run: remove },
  },
})

async function list({ output, compute, env }: Context): Promise<void> {
  const domains = await (await compute()).domains.list({ limit: 200 }).toArray()
  const names = domains.map(({ domain }) => domain)
  rememberNames(env, 'domains', names)
  if (output.isJson) return output.json(apiNames({ domains, nextCursor: null }))
  if (output.isQuiet) return output.lines(names.map((name) => words`${name}`))
  if (domains.length === 0) return output.note(words`There are no domains yet: svc help domains`)
  output.table(domains, columns)
}

async function add(
  [domain = '', deployment = '']: readonly string[],
  { output, compute, env }: Context,
): Promise<void> {
  const client = await compute()
  const claimed = await client.domains.set(domain, { deploymentId: await findDeployment(client, deployment) })
  rememberNames(env, 'domains', [claimed.domain])
  show(claimed, output)
  if (claimed.status === 'active') return
  output.note(words`Set both records at your domain, then: svc domains check ${claimed.domain}`)
}

async function check([domain = '']: readonly string[], { output, compute }: Context): Promise<void> {
  const checked = await (await compute()).domains.check(domain)
  show(checked, output)
  if (checked.reason === null) return
  const isServed = checked.status === 'active' || checked.status === 'failing'
  throw new CommandFailure(
    exitCode.failure,
    `${checked.domain} ${isServed ? 'still leads here' : 'does not lead here'}: ${checked.message ?? checked.reason}`,
    hints[checked.reason],
  )
}

/** What to do. */
const hints: Record<string, string> = {
  record_missing: 'Set the TXT record; a new one may take an hour to be seen.',
  record_differs: 'Add the text to the TXT record, beside those that are there.',
  held_by_another: 'If the domain is yours, remove the TXT record of the other company and set your own.',
  dns_unavailable: 'It is asked again in ten minutes. If it lasts, see whether the name servers of the domain respond.',
}

async function remove([domain = '']: readonly string[], { output, compute, env }: Context): Promise<void> {
  await (await compute()).domains.remove(domain)
  forgetName(env, 'domains', domain.toLowerCase())
  if (output.isJson) return output.json({ domain, removed: true })
  output.line(output.isQuiet ? words`${domain}` : words`${domain} is removed.`)
}

function show(one: Domain, output: Context['output']): void {
  if (output.isJson) output.json(apiNames(one))
  else if (output.isQuiet) output.line(words`${one.domain}`)
  else output.lines(recordLines(one))
}

const recordLines = (one: Domain): Words[] =>
  detailLines([
    ['domain', one.domain],
    ['status', statusOf(one)],
    ['message', one.message],
    ['leads to', one.deploymentId],
    ['checked', one.checkedAt && minute(one.checkedAt)],
    ['certificate', certificateOf(one)],
    ['', one.certificateMessage],
    ['TXT record', one.recordName],
    ['its text', one.recordText],
    ['CNAME to', one.endpoint.replace(/:\d+$/, '')],
  ])
