/** Changed together with `version` of package.json. */
export const version = '1.4.2'
