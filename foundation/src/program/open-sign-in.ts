import { randomBytes } from 'node:crypto'
import { makeSignIn, type SignIn, type SignInDeps } from '../sign-in/sign-in.ts'
import type { RuntimeContext } from './base.ts'

type Deps = Omit<SignInDeps, 'now' | 'uptimeMs' | 'randomBytes' | 'allowsEntry'>

/** The sign-in of a process that serves customers. */
export function openSignIn(deps: Deps, { mode, now, disposer }: RuntimeContext): SignIn {
  const signIn = makeSignIn({
    ...deps,
    allowsEntry: mode === 'demo',
    now,
    randomBytes,
    uptimeMs: () => performance.now(),
  })
  disposer.add('sign-in', () => signIn.close())
  return signIn
}
