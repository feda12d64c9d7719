/** Fetched when somebody adds one. */
export const addPasskey = async (name: string): Promise<void> => (await import('./passkeys.ts')).addPasskey(name)
