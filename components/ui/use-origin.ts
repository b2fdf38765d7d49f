'use client'

import { createContext, useContext } from 'react'
import { useBrowserValue } from './browser-value'

/** The origin the server takes the page to be opened at. */
export const ServerOrigin = createContext('')

/** Returns the origin of the page. */
export function useOrigin(): string {
  return useBrowserValue(() => window.location.origin, useContext(ServerOrigin))
}
