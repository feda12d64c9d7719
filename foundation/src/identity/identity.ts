/**
 * Identity: who acts, and what they may do.
 *
 * An **actor** is a key, a user or an operator; a **principal** is an actor that a request has proved to be, with the
 * company it acts for, its permissions and its limits. A key is proved by the key ring (`keys/`), a person by the
 * session that a service hands to the request guards. **Access** is a service's table of scopes, roles and permissions.
 *
 * `model/` holds all of it, pure, below every other feature.
 */
export { type Access, checkScopes, makeAccess } from './model/access.ts'
export { type Act, type Actor, actorText, readActor, type System } from './model/actor.ts'
export type { Principal } from './model/principal.ts'
