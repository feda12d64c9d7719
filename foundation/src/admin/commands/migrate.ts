import { type Command, item } from '../command.ts'

/** The tables are brought forward before any command runs: this one wants no more. */
export const migrate: Command = {
  usage: 'migrate',
  summary: 'Bring the database up to date, as the first start of a release does',
  database: 'migrated',
  async run() {
    return item({ database: 'up to date' })
  },
}
