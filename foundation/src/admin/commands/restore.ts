import { backupOutput } from '../backup-output.ts'
import type { Command } from '../command.ts'

export const restore: Command = {
  usage: 'restore <file>',
  summary: 'Load a backup into an empty database, of either engine, and bring it up to date',
  database: 'as-is',
  async run({ admin, by, input }) {
    const file = input.path('file')
    return backupOutput(file, await admin.restore(by, file))
  },
}
