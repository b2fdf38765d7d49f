'use client'

import type { ComponentProps } from 'react'
import { lazyComponent, useLazyOverlay } from '@/components/ui/lazy-component'

type Dialogs = typeof import('./verdict-dialogs')

const dialogs = lazyComponent<Dialogs>(() => import('./verdict-dialogs'))

/** The reject dialog. Its code is loaded after the first view, mostly before a person presses the key. */
export function RejectDialog(props: ComponentProps<Dialogs['RejectDialog']>) {
  const parts = useLazyOverlay(dialogs, props.isOpen, props.onClose)
  return parts && <parts.RejectDialog {...props} />
}

/** The rate dialog, loaded likewise. */
export function RateDialog(props: ComponentProps<Dialogs['RateDialog']>) {
  const parts = useLazyOverlay(dialogs, props.isOpen, props.onClose)
  return parts && <parts.RateDialog {...props} />
}
