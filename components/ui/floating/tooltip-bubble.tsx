'use client'

import { Popper } from 'radix-ui/internal'
import { Portal } from 'radix-ui/portal'
import { type ReactNode, useMemo } from 'react'
import { Kbd } from '../kbd'

type TooltipBubbleProps = {
  id: string
  anchor: HTMLElement
  content: ReactNode
  shortcut?: string | undefined
}

export function TooltipBubble({ id, anchor, content, shortcut }: TooltipBubbleProps) {
  const anchorRef = useMemo(() => ({ current: anchor }), [anchor])
  return (
    <Popper.Root>
      <Popper.Anchor virtualRef={anchorRef} />
      <Portal>
        <Popper.Content
          id={id}
          role="tooltip"
          sideOffset={6}
          collisionPadding={8}
          className="pointer-events-none z-50 flex max-w-72 animate-fade items-center gap-2 rounded-md bg-ink px-2 py-1 text-paper text-xs"
        >
          {content}
          {shortcut && <Kbd onColor>{shortcut}</Kbd>}
        </Popper.Content>
      </Portal>
    </Popper.Root>
  )
}
