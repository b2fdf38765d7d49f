'use client'

import { X } from 'lucide-react'
import type { ReactNode } from 'react'

type ChipProps = { label: string; onRemove: () => void; children: ReactNode }

/** A filter in force. `label` names it for the button that takes it off. */
export function Chip({ label, onRemove, children }: ChipProps) {
  return (
    <span className="inline-flex h-7 items-center gap-1 rounded-md border bg-sunken pr-0.5 pl-2 text-xs">
      {children}
      <button
        type="button"
        aria-label={`Remove ${label}`}
        onClick={onRemove}
        className="inline-flex size-6 items-center justify-center rounded-sm text-ink-3 hover:bg-selected hover:text-ink"
      >
        <X className="size-3.5" aria-hidden />
      </button>
    </span>
  )
}
