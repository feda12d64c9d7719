import { CommandFailure, exitCode } from '../../exit-code.ts'
import { words } from '../../terminal/terminal.ts'
import type { Command } from '../command.ts'
import { openInBrowser } from '../open-in-browser.ts'
import { findDeployment } from './find-deployment.ts'

export const command: Command = {
  summary: 'Open the address of a deployment in a browser; without one, the reference of the API',
  usage: '[ID|NAME] [options]',
  examples: [
    ['open chat', 'in the browser'],
    ['open chat --print', 'the address alone'],
    ['open', 'the reference of the API, with every request to try'],
  ],
  options: [{ name: 'print', help: 'Print the address; so too where there is no terminal' }],
  takes: [0, 1],
  completes: 'deployments',
  async run({ input, output, terminal, compute }) {
    const client = await compute()
    const { protocol } = new URL(client.baseUrl)
    let address = `${client.baseUrl}/docs`
    if (input.first !== '') {
      const { deploymentId, endpoint, status } = await client.deployments.get(await findDeployment(client, input.first))
      // From the service, and so no words for a program before it is known to be a host.
      if (!/^[a-z0-9.-]+(:\d+)?$/i.test(endpoint))
        throw new CommandFailure(exitCode.failure, `${deploymentId} has an address that is no host: ${endpoint}`)
      address = `${protocol}//${endpoint}/`
      if (status !== 'running') output.note(words`${deploymentId} is ${status}: it may not respond.`)
    }
    if (output.isJson) return output.json({ url: address })
    output.line(words`${address}`)
    if (!input.has('print') && !output.isQuiet && terminal.stdout.isTerminal) await openInBrowser(address)
  },
}
