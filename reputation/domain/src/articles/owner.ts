/**
 * Whose an article is. The operator's are everybody's; a company's are seen by that company alone and count for it
 * alone.
 */
export type Owner = string

/** No company has an empty id. */
export const operator: Owner = ''

export const ownerOf = (companyId: string | undefined): Owner => companyId ?? operator
