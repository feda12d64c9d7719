/** What `npm start` prints once the demo can be used. */
export function demoBanner({ baseUrl, metricsUrl }: { baseUrl: string; metricsUrl: string }, key: string): string {
  const curl = (path: string) => `  curl -H "Authorization: Bearer ${key}" "${baseUrl}${path}"`
  return `
Reputation is running at ${baseUrl}  (reference: ${baseUrl}/docs, metrics: ${metricsUrl})

  API key of this demo, valid until the next start: ${key}

Try:

${curl('/api/v1/screen?name=Nikolas%20Maduro%20Moros')}

${curl('/api/v1/screen?name=%D0%92%D0%BB%D0%B0%D0%B4%D0%B8%D0%BC%D0%B8%D1%80%20%D0%9F%D1%83%D1%82%D0%B8%D0%BD&format=csv')}

  curl "${baseUrl}/readyz"

Ctrl-C stops it.
`
}
