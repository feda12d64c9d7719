/** What of the inbox is chosen, as the address says it; a bad value falls back. Part of the first load of every screen. */
export const views = ['mine', 'seen', 'assigned', 'closed', 'muted', 'all'] as const
/** Without one, those that are new. */
export type View = (typeof views)[number]

export type InboxSearch = {
  view?: View
  severity?: 'critical' | 'high'
  category?: string
  text?: string
  from?: string
  to?: string
}

const forms = {
  view: /^(?:mine|seen|assigned|closed|muted|all)$/,
  severity: /^(?:critical|high)$/,
  category: /^[a-z_]{1,40}$/,
  text: /^[^\0]{1,200}$/,
  from: /^\d{4}-\d\d-\d\d$/,
  to: /^\d{4}-\d\d-\d\d$/,
}

export const readInboxSearch = (given: Record<string, unknown>): InboxSearch =>
  Object.fromEntries(
    Object.entries(forms).flatMap(([name, form]) => {
      const value = given[name]
      return typeof value === 'string' && form.test(value) ? [[name, value]] : []
    }),
  )
