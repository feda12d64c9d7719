/** What is said beside a link that lets a person in. */
export const linkShownOnce = 'The link is shown only now. Hand it to that person, and to nobody else.'
