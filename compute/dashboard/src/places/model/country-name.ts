const names = new Intl.DisplayNames('en-GB', { type: 'region' })

/** `code` is ISO 3166-1 alpha-2; it stands for itself where it has no name. */
export const countryName = (code: string): string => names.of(code) ?? code
