import { Notice } from '@service/ui/notice.tsx'
import { counted } from '@service/ui/numbers.ts'
import { useSyncExternalStore } from 'react'
import { useLive } from '../api/api.ts'
import { useMay } from '../session/session.ts'
import { ScreenLink } from './screen-link.tsx'

/** What is wrong with the whole, above every screen; nothing while all is well. */
export function HealthStrip() {
  const may = useMay()
  const isOnline = useSyncExternalStore(watchConnection, () => navigator.onLine)
  const webhooks = useLive('listWebhooks', { query: { limit: 200 } }, { enabled: may('webhooks:manage') })
  const disabled = webhooks.data?.webhooks.filter(({ disabled }) => disabled !== null).length ?? 0
  return (
    <div className="health" role="status">
      {!isOnline && <Notice kind="warn">You are offline. What you see may be out of date.</Notice>}
      {disabled > 0 && (
        <Notice kind="bad">
          <ScreenLink to="/webhooks">{counted(disabled, 'webhook')}</ScreenLink>{' '}
          {disabled === 1 ? 'was disabled: it' : 'were disabled: they'} failed for too long, and nothing is sent there.
        </Notice>
      )}
    </div>
  )
}

/** Whether what is shown is the sample that the demo brings. */
export function useIsSample(): boolean {
  const may = useMay()
  const { data } = useLive('listStories', { query: { limit: 1 } }, { enabled: may('alerts:read') })
  return data?.stories[0]?.sample === true
}

function watchConnection(listener: () => void): () => void {
  for (const event of ['online', 'offline']) window.addEventListener(event, listener)
  return () => {
    for (const event of ['online', 'offline']) window.removeEventListener(event, listener)
  }
}
