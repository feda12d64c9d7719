/** The pages for people who are not signed in, loaded when one is opened. */
export const linkPages = {
  enter: async () => ({ default: (await import('./link-page.tsx')).EnterPage }),
  invitation: async () => ({ default: (await import('./link-page.tsx')).InvitationPage }),
  reset: async () => ({ default: (await import('./link-page.tsx')).ResetPage }),
  signedOn: async () => ({ default: (await import('./signed-on-page.tsx')).SignedOnPage }),
  forgotten: async () => ({ default: (await import('./forgotten-page.tsx')).ForgottenPage }),
}
