/** How the tone of a text towards its target is judged: the model, and what it reads in a text (for other models too). */
export { collectFeatures } from './features.ts'
export type { OwnModel } from './own-model.ts'
export type { Driver } from './provider.ts'
export { styles } from './style.ts'
