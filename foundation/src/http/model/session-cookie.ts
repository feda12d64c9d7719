/** The name of the cookie that carries a person's session, for the guard that reads it and for the API document. */
export const sessionCookie = 'service_session'
