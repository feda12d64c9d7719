/** Light, dark, or as the system has it. The service reads the cookie and writes it into the page, so that nothing flickers. */
export type Theme = 'light' | 'dark' | 'system'

export const themes: readonly Theme[] = ['system', 'light', 'dark']

export function currentTheme(): Theme {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

const yearSeconds = 31_536_000

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  const age = theme === 'system' ? 0 : yearSeconds
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `service_theme=${theme}; Path=/; Max-Age=${age}; SameSite=Lax`
}
