'use client'

import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { Tooltip } from './tooltip'

const sizes = { sm: 'size-7', md: 'size-8' }

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & {
  /** What the button does: its accessible name and tooltip. */
  label: string
  shortcut?: string
  size?: keyof typeof sizes
  children: ReactNode
}

export function IconButton({
  label,
  shortcut,
  size = 'md',
  className,
  children,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip content={label} shortcut={shortcut}>
      <button
        type={type}
        aria-label={label}
        className={clsx(
          'inline-flex shrink-0 items-center justify-center rounded-md text-ink-2 transition-colors hover:bg-hover hover:text-ink',
          'disabled:cursor-not-allowed disabled:opacity-50 data-[state=open]:bg-hover data-[state=open]:text-ink [&_svg]:size-4',
          sizes[size],
          className,
        )}
        {...rest}
      >
        {children}
      </button>
    </Tooltip>
  )
}
