import type { ReactNode } from 'react'
import { Page } from '../page.tsx'

/** A page for somebody who is not signed in. */
export const Outside = ({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) => (
  <main className="outside">
    <div className="brand">Service</div>
    <Page title={title} note={note}>
      {children}
    </Page>
  </main>
)
