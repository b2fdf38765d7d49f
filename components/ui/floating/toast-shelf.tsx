'use client'

import { usePathname } from 'next/navigation'
import { useTheme } from 'next-themes'
import { useEffect } from 'react'
import { Toaster as Sonner, toast } from 'sonner'
import type { Notice } from '../toast'

const themes = { light: 'light', dark: 'dark' } as const

/** Toasts that are not closing, by what they say. */
const open = new Map<string, string | number>()

/** Equal notices do not pile up: one with an action is kept, so that its button stays where it is; others are shown anew. */
function show({ kind, title, id, action, description, duration }: Notice) {
  const name = id ?? JSON.stringify([kind, title, description])
  const equal = open.get(name)
  if (equal !== undefined && !action) toast.dismiss(equal)
  // A toast that closes takes its updates with it: from then on an equal notice is a new toast.
  const forget = () => {
    if (open.get(name) === toastId) open.delete(name)
  }
  const toastId = toast[kind](title, {
    ...(description && { description }),
    ...(duration !== undefined && { duration }),
    ...(action && {
      ...(equal !== undefined && { id: equal }),
      action: {
        label: action.label,
        onClick: () => {
          forget()
          action.onClick()
        },
      },
    }),
    onAutoClose: forget,
    onDismiss: forget,
  })
  open.set(name, toastId)
}

/** Mounts the toaster. Toasts shown before it is mounted would be lost, so `onReady` receives the function that shows them. */
export function ToastShelf({ onReady }: { onReady: (mounted: typeof show) => void }) {
  const { resolvedTheme } = useTheme()
  const isSignIn = usePathname() === '/signin'
  useEffect(() => onReady(show), [onReady])
  // Whoever signs in needs no reminder of it over the form.
  useEffect(() => {
    if (isSignIn) toast.dismiss(open.get('session-ended'))
  }, [isSignIn])
  return (
    <Sonner
      theme={themes[resolvedTheme === 'dark' ? 'dark' : 'light']}
      // Over the top bar: decision and save bars are at the bottom, filters and forms in between.
      position="top-center"
      offset={{ top: 6 }}
      gap={8}
      // Each in full, so that every action is in reach and nothing moves under the pointer.
      expand
      mobileOffset={{ top: 6, left: 16, right: 16 }}
      style={{ fontFamily: 'inherit' }}
      toastOptions={{
        unstyled: true,
        classNames: {
          // Hidden as soon as it closes: a button that fades out would swallow a slow click. In reach also over a dialog, which takes
          // the pointer from the body.
          toast:
            'pointer-events-auto [&[data-removed=true][data-swipe-out=false]]:invisible flex w-88 max-w-[calc(100vw-2rem)] items-start gap-2.5 rounded-md bg-raised p-3 text-ink text-sm shadow-raised',
          title: 'font-medium',
          description: 'text-ink-2',
          icon: 'mt-0.5',
          content: 'flex-1 min-w-0',
          actionButton: 'shrink-0 rounded-sm px-2 h-6 text-xs font-medium border border-line-strong hover:bg-hover',
        },
      }}
    />
  )
}
