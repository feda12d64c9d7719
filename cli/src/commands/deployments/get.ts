import { apiNames } from '../../services/services.ts'
import { styled, words } from '../../terminal/terminal.ts'
import type { Command } from '../command.ts'
import { rounded } from '../format.ts'
import { findDeployment } from './find-deployment.ts'
import { fullLines } from './show-deployment.ts'
import { candidateColumns, refusalCounts } from './show-placement.ts'

const maxCandidates = 5

export const command: Command = {
  summary: 'Show one deployment, and why it runs where it does',
  usage: 'ID|NAME [options]',
  examples: [
    ['get dep_01m7w4n5e07tvtawq2kj0n9gjb', 'by its id'],
    ['get chat', 'by its name'],
    ['get chat --json | jq -r .endpoint', 'a field of it'],
  ],
  takes: [1, 1],
  completes: 'deployments',
  async run({ input, output, compute }) {
    const client = await compute()
    const deployment = await client.deployments.get(await findDeployment(client, input.first))
    if (output.isJson) return output.json(apiNames(deployment))
    if (output.isQuiet) return output.line(words`${deployment.deploymentId}`)
    output.lines(fullLines(deployment))
    const { placement } = deployment
    if (!placement) return
    const { candidates, cheapest, refused, hubs, fitting } = placement
    output.line(words``)
    output.line(words`${styled('bold', 'Why there')}  ${fitting} of ${hubs} hubs could take it; the first was chosen`)
    output.table(candidates.slice(0, maxCandidates), candidateColumns)
    for (const line of refusalCounts(refused)) output.line(words`${line}`)
    const [chosen] = candidates
    if (chosen && cheapest && chosen.hub !== cheapest.hub) {
      const grams = cheapest.gramsPerGpuHour - chosen.gramsPerGpuHour
      output.line(words`The cheapest, ${cheapest.hub}, would emit ${rounded(grams)} g more per GPU-hour.`)
    }
  },
}
