'use client'

import { useSyncExternalStore } from 'react'
import { lazyComponent, PART_MISSING, useLazyPart } from './lazy-component'
import { toastShelf } from './toast'

const shelf = lazyComponent(() => import('./floating/toast-shelf'))
const never = () => false
const nothing = () => ''

export function Toaster() {
  const isWanted = useSyncExternalStore(toastShelf.subscribe, toastShelf.isWanted, never)
  const said = useSyncExternalStore(toastShelf.subscribe, toastShelf.said, nothing)
  const { loaded, hasFailed } = useLazyPart(shelf, isWanted)
  return (
    <>
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
      {hasFailed ? (
        <p role="alert" className="fixed top-0 z-50 bg-raised p-3">
          {PART_MISSING}
        </p>
      ) : (
        loaded && <loaded.ToastShelf onReady={toastShelf.onReady} />
      )}
    </>
  )
}
