/** Where the pages for people are, which links lead to. */
export const pagesPath = '/admin'
