'use client'

import { useSyncExternalStore } from 'react'
import { lazyPart, usePart } from './lazy-part'
import { toastShelf } from './toast'

const shelf = lazyPart(() => import('./floating/toast-shelf'))
const never = () => false

export function Toaster() {
  const isWanted = useSyncExternalStore(toastShelf.subscribe, toastShelf.isWanted, never)
  const parts = usePart(shelf, isWanted)
  return parts && <parts.ToastShelf onReady={toastShelf.onReady} />
}
