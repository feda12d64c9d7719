import '@service/ui/styles/all.css'
import { declareApp } from '@service/ui/app/app.ts'
import { type NavigationItem, Screens } from '@service/ui/shell/shell.ts'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { rooms } from './rooms.ts'
import { makeRouter } from './router.tsx'
import { app } from './shell/shell.ts'

declareApp(app)
const navigation = rooms.flatMap<NavigationItem>((room) => room.navigation)
const container = document.getElementById('root')
if (!container) throw new Error('The page has no place for the interface.')

createRoot(container).render(
  <StrictMode>
    <Screens value={navigation}>
      <RouterProvider router={makeRouter()} />
    </Screens>
  </StrictMode>,
)
