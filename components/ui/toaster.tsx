'use client'

import { useSyncExternalStore } from 'react'
import { lazyComponent, useLazyComponent } from './lazy-component'
import { toastShelf } from './toast'

const shelf = lazyComponent(() => import('./floating/toast-shelf'))
const never = () => false

export function Toaster() {
  const isWanted = useSyncExternalStore(toastShelf.subscribe, toastShelf.isWanted, never)
  const parts = useLazyComponent(shelf, isWanted)
  return parts && <parts.ToastShelf onReady={toastShelf.onReady} />
}
