import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { pagesConfig } from '../../ui/vite.ts'

export default defineConfig(pagesConfig({ root: fileURLToPath(new URL('.', import.meta.url)), path: '/sandbox' }))
