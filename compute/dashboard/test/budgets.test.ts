import { fileURLToPath } from 'node:url'
import { keepBudgets } from '@service/foundation-testing/pages/budgets.ts'
import { buildPages } from '../../../tools/pages.mjs'

keepBudgets(fileURLToPath(new URL('../dist/', import.meta.url)), buildPages)
