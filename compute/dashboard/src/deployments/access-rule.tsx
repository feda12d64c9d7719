import { troubleOf } from '@service/ui/api/api.ts'
import { Select } from '@service/ui/field.tsx'
import { useMay } from '@service/ui/session/session.ts'
import { call, useAct } from '../api/api.ts'
import type { Deployment } from './model/status.tsx'

type Access = 'public' | 'key' | 'company'

const rules: readonly { value: Access; label: string }[] = [
  { value: 'public', label: 'Anyone who knows the address' },
  { value: 'key', label: 'Keys of the company with endpoints:use' },
  { value: 'company', label: 'People of the company, signed in' },
]

/** Who may reach the endpoint; who may deploy can change it. */
export default function AccessRule({ of: { deployment_id: id, access } }: { of: Deployment }) {
  const may = useMay()
  const change = useAct(
    (rule: Access) => call('setEndpointAccess', { path: { deployment_id: id }, body: { access: rule } }),
    {
      done: 'The rule holds from now on',
    },
  )
  if (!may('deployments:write')) return rules.find(({ value }) => value === access)?.label ?? access
  return (
    <div className="access-rule">
      <Select
        label="Who may reach the endpoint"
        options={rules}
        value={access as Access}
        onChange={(rule) => change.run(rule)}
        {...(change.error !== null && { fault: troubleOf(change.error).message })}
      />
    </div>
  )
}
