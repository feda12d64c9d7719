/** The rooms of the interface. To add one: its import and its name here (docs/how-to/adding-a-screen.md). */
import { overview } from './overview/overview.ts'

export const rooms = [overview] as const
