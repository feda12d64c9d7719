/** PostgreSQL ends one of the transactions that wait for each other. */
const deadlockDetected = '40P01'
const maxAttempts = 3

/** Runs a transaction again that was ended for a deadlock: nothing of it is left. */
export async function retriedOnDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === maxAttempts || (error as { code?: unknown }).code !== deadlockDetected) throw error
    }
  }
}
