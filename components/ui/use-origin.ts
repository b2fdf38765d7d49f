'use client'

import { createContext, useContext, useSyncExternalStore } from 'react'

/** The origin the server takes the page to be opened at. */
export const ServerOrigin = createContext('')

const never = () => () => {}

/** Returns the origin of the page. */
export function useOrigin(): string {
  const rendered = useContext(ServerOrigin)
  return useSyncExternalStore(
    never,
    () => window.location.origin,
    () => rendered,
  )
}
