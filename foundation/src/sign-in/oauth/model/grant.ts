/** What a person lets an assistant do in their name. */
export type Grant = {
  id: string
  companyId: string
  userId: string
  clientId: string
  clientName: string
  redirectUri: string
  scopes: string[]
  resource: string
  createdAt: Date
  lastUsedAt: Date
}

export const brands = { code: 'svo_', access: 'sva_', refresh: 'svr_' } as const

const minuteMs = 60_000
export const codeMs = minuteMs
export const accessMs = 60 * minuteMs
/** Of a refresh token; each use brings a new one. */
export const refreshMs = 30 * 24 * 60 * minuteMs

export const mcpResource = (baseUrl: string): string => `${baseUrl}/mcp`
