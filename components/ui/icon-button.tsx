'use client'

import { clsx } from 'clsx'
import { LoaderCircle } from 'lucide-react'
import * as Slot from 'radix-ui/slot'
import { type ComponentProps, type PointerEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { BUSY } from './button'
import { useKeptFocus } from './kept-focus'
import { lazyComponent, useLazyComponent } from './lazy-component'

const sizes = { sm: 'size-7', md: 'size-8' }

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & {
  /** What the button does: its accessible name and tooltip. */
  label: string
  shortcut?: string
  size?: keyof typeof sizes
  /** The action is running, as in a `Button`. */
  pending?: boolean
  children: ReactNode
}

export function IconButton({
  label,
  shortcut,
  size = 'md',
  pending = false,
  className,
  children,
  type = 'button',
  ref,
  ...rest
}: IconButtonProps) {
  const own = useKeptFocus(ref)
  return (
    <Tooltip content={label} shortcut={shortcut}>
      <button
        ref={own}
        type={type}
        aria-label={label}
        className={clsx('icon-button', sizes[size], className)}
        {...rest}
        {...(pending && BUSY)}
      >
        {pending ? <LoaderCircle className="animate-spin" aria-hidden /> : children}
      </button>
    </Tooltip>
  )
}

const DELAY_MS = 350
/** Within this time after a tooltip was hidden, the next one opens without delay. */
const MOVING_ON_MS = 150

const bubble = lazyComponent(() => import('./floating/tooltip-bubble'))
let lastHiddenAt = 0

type TooltipProps = {
  content: ReactNode
  shortcut?: string
  /** A single focusable element. */
  children: ReactNode
}

/** Tooltip on hover and keyboard focus. Touch users do not see it, so it must not contain essential information. */
function Tooltip({ content, shortcut, children }: TooltipProps) {
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const parts = useLazyComponent(bubble, anchor !== null)
  const hide = () => {
    clearTimeout(timer.current)
    if (anchor !== null) lastHiddenAt = performance.now()
    setAnchor(null)
  }
  const show = ({ currentTarget, pointerType }: PointerEvent<HTMLElement>) => {
    if (pointerType === 'touch') return
    bubble.prefetch()
    clearTimeout(timer.current)
    const delayMs = performance.now() - lastHiddenAt < MOVING_ON_MS ? 0 : DELAY_MS
    timer.current = setTimeout(() => setAnchor(currentTarget), delayMs)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const isShown = anchor !== null
  useEffect(() => {
    if (!isShown) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setAnchor(null)
    }
    document.addEventListener('keydown', onKeyDown, { capture: true })
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [isShown])
  return (
    <>
      <Slot.Root
        {...(parts && { 'aria-describedby': id })}
        onPointerEnter={show}
        onPointerLeave={hide}
        onPointerDown={hide}
        onFocus={({ currentTarget }) => {
          if (currentTarget.matches(':focus-visible')) setAnchor(currentTarget)
        }}
        onBlur={hide}
      >
        {children}
      </Slot.Root>
      {parts && anchor && <parts.TooltipBubble id={id} anchor={anchor} content={content} shortcut={shortcut} />}
    </>
  )
}
