/** What stands around every screen, with what is this interface's own in it. */
export { app } from './app.ts'
export { useKind } from './kind.tsx'
