import { type Act, call, forgetResponses, useAct } from '../api/api.ts'

/** Ends the session. The page is loaded again, so that nothing of what was seen stays in it. */
export const useSignOut = (): Act<undefined> =>
  useAct(() => call('signOut', {}), {
    onDone: () => {
      forgetResponses()
      window.location.assign('/admin/')
    },
  })
