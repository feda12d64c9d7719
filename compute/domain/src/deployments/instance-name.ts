/** The same for the same attempt, whoever asks the engine for it and however often. */
export const instanceNameOf = (deploymentId: string, attempt: number): string =>
  `svc-${deploymentId.slice(deploymentId.indexOf('_') + 1)}-${attempt}`
