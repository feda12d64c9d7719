import type { StateKind } from '@service/ui/state.tsx'

/** How a tone is shown. */
export const toneKinds: Record<string, StateKind> = { positive: 'good', neutral: 'off', negative: 'bad' }
