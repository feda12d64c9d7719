import { State, type StateKind } from '@service/ui/state.tsx'

const kinds: Record<string, StateKind> = { ready: 'good', draining: 'warn', unreachable: 'bad', disabled: 'off' }

export const HubState = ({ of }: { of: string }) => <State kind={kinds[of] ?? 'info'}>{of}</State>

/** `SE`; `DE, parent US`: under whose law a hub's operator is. */
export const lawOf = ({
  jurisdiction,
  parent_jurisdiction: parent,
}: {
  jurisdiction: string
  parent_jurisdiction: string
}) => (jurisdiction === parent ? jurisdiction : `${jurisdiction}, parent ${parent}`)
