import { Refusal, troubleOf } from './api/api.ts'
import { Notice } from './notice.tsx'

/**
 * Why the last attempt failed; nothing before it, or once it has succeeded. With `faultsBelow` the faults of single
 * fields are shown beside these, and the notice leads there.
 */
export function RefusalNotice({ error, faultsBelow = false }: { error: unknown; faultsBelow?: boolean }) {
  if (error === null) return null
  const hasDetails = error instanceof Refusal && error.details.length > 0
  return (
    <div role="alert">
      <Notice kind="bad">
        {faultsBelow && hasDetails ? 'Not saved: see the errors below.' : troubleOf(error).message}
      </Notice>
    </div>
  )
}
