import { backupOutput } from '../backup-output.ts'
import type { Command } from '../command.ts'

export const backup: Command = {
  usage: 'backup <file>',
  summary: 'Write the whole database into a new file; an embedded service waits meanwhile',
  async run({ admin, by, input }) {
    const file = input.path('file')
    return backupOutput(file, await admin.backUp(by, file))
  },
}
