/**
 * Whose an article is. The platform's are everybody's; a company's are seen by that company alone and count for it
 * alone.
 */
export type Owner = string

/** The owner of what the operator’s feeds and imports bring for everybody. No company has an empty id. */
export const platform: Owner = ''

export const ownerOf = (companyId: string | undefined): Owner => companyId ?? platform
