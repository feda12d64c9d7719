/** What a text shows about its target, for the models that judge it. */
export { collectFeatures } from './features.ts'
