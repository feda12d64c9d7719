/** Who may make a company for themselves: anybody, those with an invitation of the operator, or nobody. */
export const signUpModes = ['open', 'invite', 'off'] as const

export type SignUpMode = (typeof signUpModes)[number]
