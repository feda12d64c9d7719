import { useEffect, useState } from 'react'
import { troubleOf, useAct } from '../api/api.ts'
import { thisApp } from '../app/app.ts'
import { Loading, Notice } from '../notice.tsx'
import { Outside } from './outside.tsx'
import { finishAtProvider, placeToReturnTo } from './single-sign-on.ts'

/** Where the sign-in service of a company leads back to. What it says is taken out of the address, so that it stays in no history. */
export function SignedOnPage() {
  const [response] = useState(takeResponse)
  const finish = useAct(finishAtProvider, { onDone: () => window.location.replace(placeToReturnTo()) })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a response is used once
  useEffect(() => {
    if (response !== '') finish.run(response)
  }, [])
  if (response !== '' && finish.error === null) {
    return (
      <Outside title="Sign in">
        <Loading label="Signing you in …" />
      </Outside>
    )
  }
  return (
    <Outside title="Sign in">
      <div role="alert">
        <Notice kind="bad">
          {response === '' ? 'This address is not complete. Begin at the sign-in.' : troubleOf(finish.error).message}
        </Notice>
      </div>
      <p>
        <a href={`${thisApp().path}/`}>Go to the sign-in</a>
      </p>
    </Outside>
  )
}

function takeResponse(): string {
  const response = window.location.search.slice(1)
  if (response !== '') window.history.replaceState(null, '', window.location.pathname)
  return response
}
