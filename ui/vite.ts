/** How the pages of a service are built. `tools/pages.mjs` runs it when what they are made of has changed. */
import type { Plugin, UserConfig } from 'vite'

/** What every screen needs, in one file: it compresses better than in twenty. QR codes are drawn by one dialog alone. */
const everywhere =
  /node_modules\/(?!uqr\/)|\/ui\/src\/(?:api|app)\/|\/ui\/src\/(?:announcer|button|copy|dialog|icon|keys|menu|notice|numbers|page|preference|state|table|theme|time)\.tsx?$|\/ui\/src\/shell\/(?!search-palette)|\/ui\/src\/session\/(?:session|session-context|session-gate|step-up|sign-out|link-pages|outside|known-account)\.tsx?$/

/** Pages begin at their top and scroll nowhere by themselves: the router's memory of places is left out. */
const withoutScrollRestoration: Plugin = {
  name: 'without-scroll-restoration',
  enforce: 'pre',
  load: (id) =>
    /router-core\/dist\/esm\/scroll-restoration\.js$/.test(id)
      ? `export const storageKey = ''
         export const defaultGetScrollRestorationKey = () => ''
         export const getElementScrollRestorationEntry = () => undefined
         export const setupScrollRestoration = () => {}`
      : undefined,
}

/** `path`: where they are served, such as `/admin`. */
export const pagesConfig = ({ root, path }: { root: string; path: string }): UserConfig => ({
  root,
  base: `${path}/`,
  oxc: { jsx: { runtime: 'automatic' } },
  plugins: [withoutScrollRestoration],
  build: {
    manifest: 'manifest.json',
    modulePreload: {
      polyfill: false, // every browser that can run the pages knows it
      // What each screen needs would be listed in the first file, for all of them.
      resolveDependencies: (_file, needed, { hostType }) => (hostType === 'html' ? needed : []),
    },
    cssCodeSplit: false, // few kilobytes, which come beside the scripts
    assetsInlineLimit: 0, // the policy allows no data: addresses
    target: 'es2023',
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'base', test: everywhere }] } } },
  },
})
