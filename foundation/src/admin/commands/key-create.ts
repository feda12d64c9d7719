import { chosenCompany, requiredCompanyOption } from '../chosen-company.ts'
import { type Command, item } from '../command.ts'
import { asScopes, shownOnce } from '../key-options.ts'

export const keyCreate: Command = {
  usage: 'key create',
  options: {
    ...requiredCompanyOption,
    user: { value: 'USER', says: 'Id or e-mail address of the user who creates it', required: true },
    name: { value: 'TEXT', says: 'What the key is for', required: true },
    scopes: {
      value: 'A,B',
      says: 'Its scopes, or "all" for every scope, writing ones included',
      default: 'those that read',
    },
    expires: { value: 'WHEN', says: 'A time, or a duration from now such as 90d', default: 'never' },
  },
  summary: 'Create an API key and print it, once',
  async run({ admin, by, input }) {
    const { id: companyId } = await chosenCompany({ admin, by, input })
    const scopes = input.list('scopes')
    const name = input.required('name')
    const user = await admin.readUser(by, companyId, input.required('user'))
    const { key, secret } = await admin.createKey(by, {
      companyId,
      createdBy: user.id,
      name,
      ...(scopes === undefined ? {} : { scopes: asScopes(admin.access, scopes) }),
      expiresAt: input.instant('expires', admin.now()) ?? null,
    })
    return item({ secret, ...key }, shownOnce)
  },
}
