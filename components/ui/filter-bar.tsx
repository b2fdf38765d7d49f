import type { ReactNode } from 'react'
import { Button } from './button'

type FilterBarProps = { /** Null if no filter is active. */ onClear: (() => void) | null; children: ReactNode }

/** Row of the filters of a list, with a button that clears them all. */
export function FilterBar({ onClear, children }: FilterBarProps) {
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      {children}
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
