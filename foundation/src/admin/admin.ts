/** The administration's command line, and the socket through which a running service serves it; `command.ts` has the flow. */
export { type AdminSocket, adminSocketPath, callAdmin } from './admin-socket.ts'
export type { Command } from './command.ts'
export { runAdmin } from './run-admin.ts'
export { serveAdministration } from './serve-administration.ts'
