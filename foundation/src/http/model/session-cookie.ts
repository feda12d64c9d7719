/** The name of the cookie that carries a person's session, in the document of a service that does not say another. */
export const sessionCookie = 'service_session'
