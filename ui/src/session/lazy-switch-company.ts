import { lazy } from 'react'

/** Fetched when somebody wants to go elsewhere. */
export const SwitchCompany = lazy(() => import('./switch-company.tsx'))
