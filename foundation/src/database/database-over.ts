/** What both engines share: Kysely over the driver, and the rule that a transaction is used from inside alone. */
import { type Dialect, Kysely } from 'kysely'
import type { Database, Queryable } from './database.ts'
import { TransactionScope } from './transaction-scope.ts'

type Parts = Pick<Database, 'engine' | 'listen'> & {
  dialect: Dialect
  beforeClose?(): Promise<void>
  afterClose?(): Promise<void>
}

export function databaseOver({ engine, dialect, listen, beforeClose, afterClose }: Parts): Database {
  const kysely: Queryable = new Kysely<unknown>({ dialect })
  const scope = new TransactionScope()
  let closed: Promise<void> | undefined

  async function closeOnce(): Promise<void> {
    await beforeClose?.()
    await kysely.destroy()
    await afterClose?.()
  }

  return {
    engine,
    connection: kysely.withPlugin(scope),
    transaction: (work) => scope.run(() => kysely.transaction().execute(work)),
    listen,
    close() {
      closed ??= closeOnce()
      return closed
    },
  }
}
