/** The name of an attempt's instance: the same however often it is computed, in any process. */
export const instanceNameOf = (deploymentId: string, attempt: number): string =>
  `svc-${deploymentId.slice(deploymentId.indexOf('_') + 1)}-${attempt}`
