/** Throws where a build fails; `node` is the program that runs it. */
export function buildPages(node?: string): void
