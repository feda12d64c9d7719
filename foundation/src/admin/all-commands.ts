import type { Command } from './command.ts'
import { auditList } from './commands/audit-list.ts'
import { backup } from './commands/backup.ts'
import { companyCreate } from './commands/company-create.ts'
import { companyList } from './commands/company-list.ts'
import { companySet } from './commands/company-set.ts'
import { erase } from './commands/erase.ts'
import { keyCreate } from './commands/key-create.ts'
import { keyList } from './commands/key-list.ts'
import { keyRevoke } from './commands/key-revoke.ts'
import { keyRotate } from './commands/key-rotate.ts'
import { keySet } from './commands/key-set.ts'
import { messageList } from './commands/message-list.ts'
import { migrate } from './commands/migrate.ts'
import { prune } from './commands/prune.ts'
import { quotaSet } from './commands/quota-set.ts'
import { quotaShow } from './commands/quota-show.ts'
import { restore } from './commands/restore.ts'
import { secretsReseal } from './commands/secrets-reseal.ts'
import { userCreate } from './commands/user-create.ts'
import { userDropFactor } from './commands/user-drop-factor.ts'
import { userHold } from './commands/user-hold.ts'
import { userLink } from './commands/user-link.ts'
import { userList } from './commands/user-list.ts'
import { userRemove } from './commands/user-remove.ts'
import { userSet } from './commands/user-set.ts'
import { userSignOut } from './commands/user-sign-out.ts'

/** The commands of every service, in the order in which someone new needs them. */
export const commands: readonly Command[] = [
  companyCreate,
  companyList,
  companySet,
  userCreate,
  userList,
  userSet,
  userLink,
  userSignOut,
  userDropFactor,
  userRemove,
  messageList,
  userHold,
  keyCreate,
  keyList,
  keySet,
  keyRevoke,
  keyRotate,
  quotaShow,
  quotaSet,
  secretsReseal,
  erase,
  prune,
  auditList,
  migrate,
  backup,
  restore,
]
