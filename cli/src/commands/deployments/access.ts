import { usageError } from '../../exit-code.ts'
import { apiNames } from '../../services/services.ts'
import { words } from '../../terminal/terminal.ts'
import type { Command } from '../command.ts'
import { findDeployment } from './find-deployment.ts'

const rules = {
  public: 'anyone who knows the address',
  key: 'requests with an API key of your company in X-Service-Key, which needs the scope endpoints:use',
  company: 'people of your company, in a browser, signed in',
} as const

export const command: Command = {
  summary: 'Say who may reach the endpoint of a deployment',
  usage: 'ID|NAME public|key|company [options]',
  examples: [
    ['access chat key', 'requests with an API key of your company'],
    ['access chat company', 'people of your company, in a browser'],
    ['access chat public', 'anyone'],
  ],
  details:
    'It holds from now on: requests and WebSockets that came in under another rule end, unless the new one is public.',
  takes: [2, 2],
  completes: 'deployments',
  async run({ input, output, compute }) {
    const [deployment = '', access = ''] = input.words
    if (!isRule(access))
      throw usageError(`There is no rule "${access}".`, `There are ${Object.keys(rules).join(', ')}.`)
    const client = await compute()
    const endpoint = await client.deployments.setAccess(await findDeployment(client, deployment), access)
    if (output.isJson) return output.json(apiNames(endpoint))
    if (output.isQuiet) return output.line(words`${endpoint.deploymentId}`)
    output.line(words`${endpoint.endpoint} may be reached by ${rules[access]}.`)
  },
}

const isRule = (text: string): text is keyof typeof rules => Object.hasOwn(rules, text)
