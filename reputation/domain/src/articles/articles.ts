/** What the other parts of the domain ask of an article's outlet: whose it is, and how much its word counts. */
export { type AuthorityOverrides, authorityOf } from './authority.ts'
export { mediaGroupOf } from './media-group.ts'
export { siteOf } from './site.ts'
