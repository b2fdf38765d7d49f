'use client'

import { useSyncExternalStore } from 'react'
import { lazyComponent, retryParts, useLazyPart } from './lazy-component'
import { toastShelf } from './toast'

const shelf = lazyComponent(() => import('./floating/toast-shelf'))
const never = () => false

export function Toaster() {
  const isWanted = useSyncExternalStore(toastShelf.subscribe, toastShelf.isWanted, never)
  const { loaded, hasFailed } = useLazyPart(shelf, isWanted)
  if (hasFailed)
    return (
      <p
        role="alert"
        className="fixed inset-x-0 top-1.5 z-50 mx-auto w-fit rounded-md bg-raised p-3 text-sm shadow-raised"
      >
        A part of this page could not be loaded.{' '}
        <button type="button" className="link" onClick={retryParts}>
          Try again
        </button>
      </p>
    )
  return loaded && <loaded.ToastShelf onReady={toastShelf.onReady} />
}
