/** The roles of a company, in words; each may also do all that those before it may. */
export const roles = [
  { role: 'viewer', words: 'Reads everything' },
  { role: 'analyst', words: 'Also screens names, gives verdicts and handles alerts' },
  { role: 'member', words: 'Also manages webhooks and imports' },
  { role: 'admin', words: 'Also manages keys, people, subjects, feeds and thresholds' },
  { role: 'owner', words: 'Also manages the owners' },
] as const

/** Those that somebody of this role may give: nobody gives more than they have. */
export const rolesUpTo = (own: string): readonly (typeof roles)[number][] =>
  roles.slice(0, roles.findIndex(({ role }) => role === own) + 1)
