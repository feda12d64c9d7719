import { visibleText } from '@service/ui/visible-text.ts'
import { Link } from '@tanstack/react-router'
import type { Deployment } from './model/status.tsx'

/** Each leads to the deployments that have it too. */
export const Labels = ({ of }: { of: Deployment['labels'] }) => {
  const labels = Object.entries(of)
  return labels.length === 0 ? null : (
    <ul className="labels" aria-label="Labels">
      {labels.map(([name, value]) => (
        <li key={name}>
          <Link to="/deployments" search={{ label: `${name}=${value}` }}>
            {visibleText(`${name}=${value}`)}
          </Link>
        </li>
      ))}
    </ul>
  )
}
