import { Link } from '@tanstack/react-router'
import { useLive } from '../api/api.ts'

/** Below the sign-in, where anybody may make an account. */
export function SignUpLink() {
  const { data } = useLive('getSignUp', {}, { everyMs: 300_000 })
  return data?.mode === 'open' ? (
    <p>
      No account yet? <Link to="/sign-up">Create a free one</Link>: 10 GPU-hours a month, no card.
    </p>
  ) : null
}
