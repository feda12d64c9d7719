/** Signing in by the sign-in service of a company. Its steps are of use to pages of the service alone, and in no document. */
import { account, thisApp } from '../app/app.ts'
import type { Session } from './session-context.ts'

const key = 'signing-on-at'

/** Leaves the page. `isAgain`: the person proves again who they are, and comes back to this screen. */
export async function goToProvider({ email, isAgain }: { email: string; isAgain: boolean }): Promise<void> {
  const { address } = await account.post<{ address: string }>('/auth/sign-in/provider/begin', { email, isAgain })
  window.sessionStorage.setItem(key, window.location.pathname + window.location.search)
  window.location.assign(address)
}

export const finishAtProvider = (response: string): Promise<Session> =>
  account.post<Session>('/auth/sign-in/provider', { response })

/** The screen from which the person went, of this interface alone. */
export function placeToReturnTo(): string {
  const kept = window.sessionStorage.getItem(key)
  window.sessionStorage.removeItem(key)
  return kept?.startsWith(`${thisApp().path}/`) ? kept : `${thisApp().path}/`
}
