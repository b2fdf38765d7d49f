import { useLayoutEffect } from 'react'

/**
 * Tells the page that an overlay covers it. Radix takes the pointer from the body while a dialog is open; the frame of the page, which no
 * pointer reaches through the overlay, does not inherit that then, or every element would be restyled before the dialog is painted.
 */
export function useCoveredPage(): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset.covered = ''
    return () => {
      delete dataset.covered
    }
  }, [])
}
