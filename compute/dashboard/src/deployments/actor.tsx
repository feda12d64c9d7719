import { account } from '@service/ui/app/app.ts'
import { useMay, useSession } from '@service/ui/session/session.ts'
import { visibleText } from '@service/ui/visible-text.ts'

const everyMs = 300_000

/** Who acted, by name where this person may see it: the API has `key:key_…`, `user:usr_…`, `operator:…` or `system`. */
export function Actor({ of: actor }: { of: string }) {
  const may = useMay()
  const { user } = useSession()
  const [kind, id = ''] = splitAtColon(actor)
  const keys = account.useLive(
    'listKeys',
    { query: { limit: 200 } },
    { everyMs, enabled: kind === 'key' && may('keys:manage') },
  )
  const members = account.useLive(
    'listMembers',
    { query: { limit: 200 } },
    { everyMs, enabled: kind === 'user' && id !== user.id && may('people:manage') },
  )
  if (actor === 'system') return 'the service'
  if (kind === 'operator') return `the operator ${visibleText(id)}`
  if (kind === 'user') {
    if (id === user.id) return 'you'
    const person = members.data?.members.find((one) => one.id === id)
    return person ? visibleText(person.name) : <Unnamed what="a person" id={id} />
  }
  const key = keys.data?.keys.find((one) => one.id === id)
  return key ? `the API key “${visibleText(key.name)}”` : <Unnamed what="an API key" id={id} />
}

const Unnamed = ({ what, id }: { what: string; id: string }) => (
  <>
    {what}, <span className="mono">{visibleText(id)}</span>
  </>
)

function splitAtColon(text: string): readonly [string, string?] {
  const end = text.indexOf(':')
  return end === -1 ? [text] : [text.slice(0, end), text.slice(end + 1)]
}
