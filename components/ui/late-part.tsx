import { type ReactNode, Suspense, useState } from 'react'
import { useBrowserValue } from './browser-value'

/** Whether this part joined a page that was there already, rather than the page's first markup. */
export function useIsLate(): boolean {
  const isHydrated = useBrowserValue(() => true, false)
  // Never changes afterwards: the part would be mounted anew.
  const [isLate] = useState(isHydrated)
  return isLate
}

/**
 * Holds one part whose code is loaded on its own, and which may join a page that is being read: without it the whole page would make way for
 * its skeleton until that code is there. A part of the page's first markup has no boundary, so that it comes with the rest.
 */
export function LatePart({ fallback = null, children }: { fallback?: ReactNode; children: ReactNode }) {
  return useIsLate() ? <Suspense fallback={fallback}>{children}</Suspense> : children
}
