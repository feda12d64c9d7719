/** Who is signed in. */
export { type Session, useMay, useSession } from '@service/ui/session/session.ts'
