/** What its connections, its metrics and its administration are called by. */
export const serviceName = 'compute'
