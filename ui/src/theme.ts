/** Light, dark, or as the system has it. The service reads the cookie and writes it into the page, so that nothing flickers. */
import { keepPreference } from './preference.ts'

export type Theme = 'light' | 'dark' | 'system'

export const themes: readonly Theme[] = ['system', 'light', 'dark']

export function currentTheme(): Theme {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  keepPreference('theme', theme === 'system' ? undefined : theme)
}
