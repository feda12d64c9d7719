import type { ReactNode } from 'react'
import { Button } from '../button.tsx'

export const PasskeyButton = ({
  act,
  kind,
  children,
}: {
  act: { run: (given: undefined) => void; busy: boolean }
  kind?: 'primary' | undefined
  children: ReactNode
}) => (
  <Button kind={kind} icon="key" busy={act.busy} onClick={() => act.run(undefined)}>
    {children}
  </Button>
)
