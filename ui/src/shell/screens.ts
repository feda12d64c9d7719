/** What a room of the interface brings: its screens, and where they stand in the navigation. */

import { createContext, useContext } from 'react'
import type { IconName } from '../icon.tsx'

export type NavigationItem = {
  /** One of the groups of the interface. */
  group: string
  label: string
  to: string
  icon: IconName
  /** Without it the item is absent. */
  permission?: string
}

export const Screens = createContext<readonly NavigationItem[]>([])

/** Whether the interface has a screen at the address, for links to rooms that another installation may lack. */
export function useScreens(): (to: string) => boolean {
  const items = useContext(Screens)
  return (to) => items.some((item) => item.to === to)
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The permission that the screen needs; a person without it is shown which one is missing. */
    permission?: string
  }
}
