/** What is watched, and what a name in a text is to it: found (`find-aliases.ts`), meant (`name-model.ts`), spoken of (`mention-role.ts`). */
export { roleOf } from './mention-role.ts'
