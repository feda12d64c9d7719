import '@service/ui/styles/all.css'
import './sandbox.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { SandboxPage } from './sandbox-page.tsx'

const container = document.getElementById('root')
if (!container) throw new Error('The page has no place for the interface.')

createRoot(container).render(
  <StrictMode>
    <SandboxPage />
  </StrictMode>,
)
