/** Builds the pages. `tools/pages.mjs` runs it when what they are made of has changed. */
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/admin/',
  oxc: { jsx: { runtime: 'automatic' } },
  build: {
    manifest: 'manifest.json',
    modulePreload: { polyfill: false }, // every browser that can run the pages knows it
    assetsInlineLimit: 0, // the policy allows no data: addresses
    target: 'es2023',
    reportCompressedSize: false,
  },
})
