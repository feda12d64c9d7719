/** Who may reach the endpoint of a deployment: anyone, programs with a key of its company, or people of the company. */
export const endpointAccesses = ['public', 'key', 'company'] as const
export type EndpointAccess = (typeof endpointAccesses)[number]
