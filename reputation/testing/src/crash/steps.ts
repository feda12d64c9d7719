/** At what a process of `steps.process.ts` kills itself, in order. */
export const reportSteps = ['month read', 'document set', 'report written', 'report committed'] as const
export const batchSteps = ['rows taken', 'half recorded', 'all recorded', 'rows noted', 'part committed'] as const
export const requestSteps = ['link made', 'request sent', 'request noted'] as const
export const decisionSteps = ['decision written', 'decision committed'] as const

export type Step = (typeof reportSteps | typeof batchSteps | typeof requestSteps | typeof decisionSteps)[number]
