/** As a browser writes it, or the asterisk. */
export function readOrigin(text: string): { value: string } | { fault: string } {
  if (text === '*' || (URL.canParse(text) && new URL(text).origin === text)) return { value: text }
  return { fault: 'must list origins such as https://app.example.com, or *' }
}
