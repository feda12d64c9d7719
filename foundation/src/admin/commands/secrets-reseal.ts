import { type Command, item } from '../command.ts'

export const secretsReseal: Command = {
  usage: 'secrets reseal',
  summary: 'Seal all that is kept sealed under the first sealing key, so that the others can go',
  run: async ({ admin, by }) =>
    item(
      await admin.resealSecrets(by),
      'The other keys can be dropped once every process has been started with the first.',
    ),
}
