'use client'

import { clsx } from 'clsx'
import { type ReactNode, useState } from 'react'
import { Button } from './button'

type FilterBarProps = {
  /** The search, which stays in sight on a phone. */
  search?: ReactNode
  /** Clears all filters; absent or null if none is active. */
  onClear?: (() => void) | null
  children: ReactNode
}

/** Row of the filters of a list, with a button that clears them all. On a phone, where they would fill half the screen, they fold. */
export function FilterBar({ search, onClear, children }: FilterBarProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      {search}
      <Button className="sm:hidden" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Filters
      </Button>
      <div className={clsx('flex w-full flex-wrap gap-2 max-sm:order-last sm:contents', !isOpen && 'max-sm:hidden')}>
        {children}
      </div>
      {onClear && (
        <Button variant="ghost" onClick={onClear}>
          Clear filters
        </Button>
      )}
    </div>
  )
}

type FilterToggleProps = { isOn: boolean; onChange: (isOn: boolean) => void; children: ReactNode }

/** A filter that is on or off. */
export function FilterToggle({ isOn, onChange, children }: FilterToggleProps) {
  return (
    <Button aria-pressed={isOn} className={isOn ? 'border-line-control' : 'text-ink-2'} onClick={() => onChange(!isOn)}>
      {children}
    </Button>
  )
}

/** A filter that came with the address and can only be removed. */
export function FilterChip({ onRemove, children }: { onRemove: () => void; children: ReactNode }) {
  return (
    <Button className="max-w-72 border-line-control" onClick={onRemove}>
      <span className="truncate">{children}</span>
      <span aria-hidden>×</span>
    </Button>
  )
}
