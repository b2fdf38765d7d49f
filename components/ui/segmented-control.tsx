'use client'

import { type ReactNode, useId } from 'react'

type Segment<Value extends string> = {
  value: Value
  label: ReactNode
  /** Accessible name if the label is an icon. */
  name?: string
}

type SegmentedControlProps<Value extends string> = {
  label: string
  value: Value
  onChange: (value: Value) => void
  segments: readonly Segment<Value>[]
}

/** A choice of a few visible options. Uses native radio buttons for their keyboard behaviour. */
export function SegmentedControl<Value extends string>({
  label,
  value,
  onChange,
  segments,
}: SegmentedControlProps<Value>) {
  const group = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className="inline-flex min-h-8 flex-wrap items-center rounded-md border bg-sunken p-0.5"
    >
      {segments.map((segment) => (
        <label key={segment.value} className="segment">
          <input
            type="radio"
            name={group}
            value={segment.value}
            checked={segment.value === value}
            onChange={() => onChange(segment.value)}
            aria-label={segment.name}
            className="absolute inset-0 appearance-none opacity-0"
          />
          {segment.label}
        </label>
      ))}
    </div>
  )
}
