/** The commands on invitations to sign up: `sign-up invite`, `sign-up list`, `sign-up withdraw`. */
import { type Command, item, list } from '@service/foundation/admin/command.ts'
import { linkShownOnce } from '@service/foundation/admin/user-links.ts'
import type { AdministrationFace } from '@service/foundation/administration/administration.ts'
import type { SignUpActs } from '@service/foundation/sign-up/sign-up.ts'

type SignUpCommand = Command<AdministrationFace & SignUpActs>

export const signUpCommands: readonly SignUpCommand[] = [
  {
    usage: 'sign-up invite',
    summary: 'Make a link with which somebody signs up, once and within fourteen days',
    run: async ({ admin, by }) => item(await admin.inviteToSignUp(by), linkShownOnce),
  },
  {
    usage: 'sign-up list',
    summary: 'List the invitations to sign up that can be used, newest first',
    run: async ({ admin, by }) => list('invitations', await admin.listSignUpInvitations(by)),
  },
  {
    usage: 'sign-up withdraw <id>',
    summary: 'Withdraw an invitation to sign up',
    async run({ admin, by, input }) {
      const id = input.argument('id')
      await admin.withdrawSignUpInvitation(by, id)
      return item({ id, withdrawn: true })
    },
  },
]
