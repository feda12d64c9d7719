import { type ReactNode, Suspense } from 'react'
import { Loading } from './notice.tsx'

/** Around a panel that is loaded when it is opened: its space is there at once, so that nothing moves when it comes. */
export const PanelPlace = ({ children }: { children: ReactNode }) => (
  <Suspense
    fallback={
      <div className="side-panel">
        <Loading />
      </div>
    }
  >
    {children}
  </Suspense>
)
