import { Suspense, useSyncExternalStore } from 'react'
import { thisApp } from '../app/app.ts'
import { Notice } from '../notice.tsx'

/** What is wrong with the whole, above every screen; nothing while all is well. */
export function HealthStrip() {
  const isOnline = useSyncExternalStore(watchConnection, () => navigator.onLine)
  const { Health } = thisApp()
  return (
    <div className="health" role="status">
      {!isOnline && <Notice kind="warn">You are offline. What you see may be out of date.</Notice>}
      <Suspense>{Health && <Health />}</Suspense>
    </div>
  )
}

function watchConnection(listener: () => void): () => void {
  for (const event of ['online', 'offline']) window.addEventListener(event, listener)
  return () => {
    for (const event of ['online', 'offline']) window.removeEventListener(event, listener)
  }
}
