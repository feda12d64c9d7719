import { deleteFromKeyring, forgetCredential, type ServiceName } from '../../settings/settings.ts'
import { words } from '../../terminal/terminal.ts'
import type { Command } from '../command.ts'

export const command: Command = {
  summary: 'Forget the kept API key; it stays valid',
  usage: '[options]',
  examples: [
    ['logout', 'of the compute service'],
    ['logout --reputation', 'of the reputation service'],
  ],
  options: [{ name: 'reputation', help: 'The reputation service; the compute service unless given' }],
  async run({ input, output, env }) {
    const service: ServiceName = input.has('reputation') ? 'reputation' : 'compute'
    const forgotten = forgetCredential(env, service)
    if (forgotten?.keyring) await deleteFromKeyring(forgotten.keyring, service, forgotten.baseUrl, env)
    if (output.isJson) return output.json({ service, forgotten: forgotten !== undefined })
    output.note(forgotten ? words`The key for ${service} is forgotten.` : words`No key for ${service} was kept.`)
  },
}
