import { type Act, forgetResponses, useAct } from '../api/api.ts'
import { account, thisApp } from '../app/app.ts'

/** Ends the session. The page is loaded again, so that nothing of what was seen stays in it. */
export const useSignOut = (): Act<undefined> =>
  useAct(() => account.call('signOut', {}), {
    onDone: () => {
      forgetResponses()
      window.location.assign(`${thisApp().path}/`)
    },
  })
