/**
 * Refuses a query on the database's own connection inside a transaction. On the embedded engine it would wait for the
 * very transaction that waits for it, for ever and in silence; on a server it would run outside the transaction and may
 * empty the pool. Refusing on both makes the mistake show in any test.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { KyselyPlugin, PluginTransformQueryArgs, PluginTransformResultArgs } from 'kysely'

type Scope = { open: boolean }

export class TransactionScope implements KyselyPlugin {
  readonly #current = new AsyncLocalStorage<Scope>()

  /** Runs `work` as the inside of a transaction. What it leaves running is outside again once it has settled. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    this.assertOutside()
    const scope: Scope = { open: true }
    try {
      return await this.#current.run(scope, work)
    } finally {
      scope.open = false
    }
  }

  assertOutside(): void {
    if (!this.#current.getStore()?.open) return
    throw new Error('A query on the database inside one of its transactions: use the transaction that was handed over')
  }

  transformQuery({ node }: PluginTransformQueryArgs): PluginTransformQueryArgs['node'] {
    this.assertOutside()
    return node
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<PluginTransformResultArgs['result']> {
    return result
  }
}
