/** The deployment that a word means: an id, or the name of exactly one that has not ended. */
import type { Compute } from '../../../../sdks/typescript/src/index.ts'
import { CommandFailure, exitCode } from '../../exit-code.ts'

export async function findDeployment(compute: Compute, word: string): Promise<string> {
  if (/^(?:dep|sbx)_/.test(word)) return word
  const named: { deploymentId: string; isOver: boolean }[] = []
  for await (const { deploymentId, name, status } of compute.deployments.list({ limit: 200 })) {
    if (name === word) named.push({ deploymentId, isOver: status === 'stopped' || status === 'failed' })
  }
  const alive = named.filter(({ isOver }) => !isOver)
  const [found, ...others] = alive.length > 0 ? alive : named
  if (!found) throw new CommandFailure(exitCode.notFound, `There is no deployment "${word}".`, 'svc list shows them.')
  if (others.length === 0) return found.deploymentId
  const ids = [found, ...others].map(({ deploymentId }) => deploymentId).join(', ')
  throw new CommandFailure(
    exitCode.usage,
    `${others.length + 1} deployments are named "${word}": ${ids}`,
    'Name one by its id.',
  )
}
