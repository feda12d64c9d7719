import { useMay } from '@service/ui/session/session.ts'
import { visibleText } from '@service/ui/visible-text.ts'
import { Link } from '@tanstack/react-router'
import { useList } from '../api/api.ts'
import { DomainState } from './model/domain.tsx'

/** They change when somebody acts, or the DNS does. */
const everyMs = 60_000

/** The domains of the company's own that lead to the deployment. */
export default function DeploymentDomains({ of: deployment }: { of: string }) {
  const may = useMay()
  const { data } = useList('listDomains', { query: { limit: 200 } }, ({ domains }) => domains, { everyMs })
  if (data === undefined) return null
  const domains = data.filter((one) => one.deployment_id === deployment)
  return (
    <span className="endpoint">
      {domains.map(({ domain, status }) => (
        <span key={domain} className="endpoint">
          <Link to="/settings/domains" search={{ deployment, domain }}>
            {visibleText(domain)}
          </Link>
          <DomainState status={status} />
        </span>
      ))}
      {domains.length === 0 && 'none'}
      {(domains.length > 0 || may('deployments:write')) && (
        <Link to="/settings/domains" search={{ deployment }}>
          {domains.length === 0 ? 'Add one' : 'All of them'}
        </Link>
      )}
    </span>
  )
}
