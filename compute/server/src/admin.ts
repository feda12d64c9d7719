/** The program behind `npm run admin -- compute`; this file alone uses the process. */
import { userInfo } from 'node:os'
import { administer } from '@service/foundation/program/administer.ts'
import { administrationOf, ownCommands } from './administration.ts'
import { readConfig } from './config.ts'
import { migrations } from './migration-folders.ts'

const { argv, env, cwd, stdout, stderr } = process
process.exitCode = await administer(
  { argv, env, cwd, stdout, stderr, account: userInfo().username },
  { name: 'compute', migrations, ownCommands, readConfig, administrationOf },
)
