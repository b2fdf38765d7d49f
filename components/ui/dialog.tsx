'use client'

import { clsx } from 'clsx'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import * as Radix from 'radix-ui/dialog'
import { IconButton } from './icon-button'

const widths = { sm: 'max-w-md', md: 'max-w-xl', lg: 'max-w-3xl' }

type DialogProps = {
  /** Controlled; leave out to let the trigger open it. */
  open?: boolean
  onOpenChange?: (open: boolean) => void
  trigger?: ReactNode
  title: ReactNode
  /** What will follow from going on, in one sentence. */
  description?: ReactNode
  /** Buttons, the safe one first. */
  actions?: ReactNode
  width?: keyof typeof widths
  children?: ReactNode
}

export function Dialog({ open, onOpenChange, trigger, title, description, actions, width = 'sm', children }: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-fade bg-overlay" />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={clsx(
            'fixed inset-x-3 top-[12dvh] z-50 mx-auto flex max-h-[76dvh] animate-enter flex-col rounded-lg bg-raised shadow-raised outline-none',
            widths[width],
          )}
        >
          <header className="flex items-start gap-4 px-5 pt-5">
            <div className="min-w-0 flex-1">
              <Radix.Title className="font-semibold text-md">{title}</Radix.Title>
              {description && <Radix.Description className="mt-1 text-ink-2 text-sm">{description}</Radix.Description>}
            </div>
            <Radix.Close asChild>
              <IconButton label="Close" size="sm" className="-mt-1 -mr-2">
                <X aria-hidden />
              </IconButton>
            </Radix.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">{children}</div>
          {actions && <footer className="flex justify-end gap-2 border-t px-5 py-3">{actions}</footer>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

export const DialogClose = Radix.Close
