'use client'

import { clsx } from 'clsx'
import { X } from 'lucide-react'
import * as Radix from 'radix-ui/dialog'
import { type ComponentProps, type KeyboardEvent, type ReactNode, type RefObject, use, useRef } from 'react'
import { toProblem } from '@/lib/queries/problem'
import { Button } from '../button'
import { useCoveredPage } from '../covered-page'
import { isSubmitKey } from '../form'
import { ReadOnly, WaitsForConnection } from '../offline'
import { ProblemNotice } from '../problem-notice'
import { useReturningFocus } from '../returning-focus'
import { keepIfTaken } from './keep-if-taken'

// At the top of a phone, whose keyboard would cover the buttons, and of a low window, where every line counts.
const height =
  'top-[12dvh] max-h-[76dvh] max-sm:top-3 max-sm:max-h-[calc(100dvh-1.5rem)] [@media(max-height:30rem)]:top-3 [@media(max-height:30rem)]:max-h-[calc(100dvh-1.5rem)]'
const widths = {
  sm: `${height} max-w-md`,
  md: `${height} max-w-xl`,
  lg: `${height} max-w-3xl`,
  full: 'top-[4dvh] max-h-[92dvh] max-w-[96rem]',
}

export type DialogProps = {
  /** Controls the dialog; leave out to let `trigger` open it. */
  open?: boolean
  onOpenChange?: (open: boolean) => void
  trigger?: ReactNode
  title: ReactNode
  /** What confirming will do, in one sentence. */
  description?: ReactNode
  /** Buttons, the safe choice first. */
  actions?: ReactNode
  /** The button that confirms, after one that cancels: submits the form with its `form` id, or has `onClick`. */
  submit?: ComponentProps<typeof Button>
  /** What it sends changes nothing of the project, so it is on while the project is read-only. */
  isFree?: boolean
  width?: keyof typeof widths
  /** Why what was sent was refused. */
  error?: unknown
  /** Whether only its buttons close it: Escape or a press beside it would lose what it shows. */
  isHeld?: boolean | undefined
  children?: ReactNode
}

/** The dialog itself, mounted from the first opening on. */
export function OpenedDialog({ open, onOpenChange, trigger, ...content }: DialogProps) {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <Radix.Root open={open} defaultOpen onOpenChange={onOpenChange}>
      {trigger && (
        <Radix.Trigger ref={button} asChild>
          {trigger}
        </Radix.Trigger>
      )}
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-fade bg-overlay" />
        <Content {...content} trigger={button} />
      </Radix.Portal>
    </Radix.Root>
  )
}

type ContentProps = Omit<DialogProps, 'open' | 'onOpenChange' | 'trigger'> & {
  trigger: RefObject<HTMLButtonElement | null>
}

/** Mounted while the dialog is open. */
function Content(props: ContentProps) {
  const { title, description, actions, submit, width = 'sm', error, isHeld, isFree = false, trigger, children } = props
  const returning = useReturningFocus(trigger)
  useCoveredPage()
  const isOff = use(ReadOnly) && !isFree && submit !== undefined
  return (
    <Radix.Content
      {...(description ? {} : { 'aria-describedby': undefined })}
      {...returning}
      onEscapeKeyDown={keepIfTaken}
      onKeyDown={submit && confirmByKey}
      onInteractOutside={keepUnderNotice}
      {...(isHeld && { onEscapeKeyDown: keepOpen, onInteractOutside: keepOpen })}
      className={clsx(
        'fixed inset-x-3 z-50 mx-auto flex animate-enter flex-col rounded-lg bg-raised shadow-raised outline-none',
        widths[width],
      )}
    >
      <header className="pt-5 pr-14 pl-5">
        <Radix.Title className="font-semibold text-md">{title}</Radix.Title>
        {description && <Radix.Description className="mt-1 text-ink-2 text-sm">{description}</Radix.Description>}
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">
        {error != null && <ProblemNotice problem={toProblem(error)} />}
        {children}
      </div>
      {(actions || submit) && (
        <footer className="flex flex-wrap items-center justify-end gap-2 border-t px-5 py-3">
          {isOff && <p className="mr-auto text-ink-2 text-sm">Nothing can be changed before the deletion.</p>}
          {actions}
          {submit && (
            <>
              <WaitsForConnection isPending={submit.pending === true} />
              <Radix.Close asChild>
                <Button disabled={submit.pending}>Cancel</Button>
              </Radix.Close>
              <Button
                type={submit.form ? 'submit' : 'button'}
                variant="primary"
                {...submit}
                disabled={submit.disabled || isOff}
              />
            </>
          )}
        </footer>
      )}
      {/* Last in the DOM, so that opening focuses the first field. */}
      <Radix.Close
        aria-label="Close"
        className="absolute top-4 right-4 inline-flex size-7 items-center justify-center rounded-md text-ink-2 hover:bg-hover hover:text-ink"
      >
        <X className="size-4" aria-hidden />
      </Radix.Close>
    </Radix.Content>
  )
}

/** Ctrl+Enter outside of its form, such as on the button that has the focus. */
function confirmByKey(event: KeyboardEvent<HTMLElement>) {
  const isInForm = event.target instanceof HTMLElement && event.target.closest('form') !== null
  if (event.defaultPrevented || isInForm || !isSubmitKey(event)) return
  event.currentTarget.querySelector<HTMLElement>('footer button:last-child')?.click()
}

const keepOpen = (event: Event) => event.preventDefault()

/** A press on a notice, which lies over the dialog, is not one beside it. */
function keepUnderNotice(event: Event) {
  if (event.target instanceof Element && event.target.closest('[data-sonner-toast]')) event.preventDefault()
}

export const DialogClose = Radix.Close
