/** What stands around every screen, with what is this interface's own in it. */
export { type NavigationItem, ScreenLink, shellRoute, useScreens } from '@service/ui/shell/shell.ts'
export { app } from './app.ts'
