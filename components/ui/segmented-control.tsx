'use client'

import { clsx } from 'clsx'
import * as Radix from 'radix-ui/toggle-group'
import type { ReactNode } from 'react'

type Segment<Value extends string> = {
  value: Value
  label: ReactNode /** The name when the label is an icon. */
  name?: string
}

type SegmentedControlProps<Value extends string> = {
  label: string
  value: Value
  onChange: (value: Value) => void
  segments: readonly Segment<Value>[]
  className?: string
}

/** One of a few, all in sight. */
export function SegmentedControl<Value extends string>({
  label,
  value,
  onChange,
  segments,
  className,
}: SegmentedControlProps<Value>) {
  const choose = (chosen: string) => {
    const segment = segments.find((candidate) => candidate.value === chosen)
    if (segment) onChange(segment.value)
  }
  return (
    <Radix.Root
      type="single"
      aria-label={label}
      value={value}
      onValueChange={choose}
      className={clsx('inline-flex h-8 items-center rounded-md border bg-sunken p-0.5', className)}
    >
      {segments.map((segment) => (
        <Radix.Item
          key={segment.value}
          value={segment.value}
          aria-label={segment.name}
          className={clsx(
            'inline-flex h-full min-w-7 items-center justify-center gap-1.5 whitespace-nowrap rounded-sm px-2.5 text-ink-2 text-xs transition-colors hover:text-ink [&_svg]:size-4',
            'data-[state=on]:bg-raised data-[state=on]:font-medium data-[state=on]:text-ink data-[state=on]:ring-1 data-[state=on]:ring-line-strong',
          )}
        >
          {segment.label}
        </Radix.Item>
      ))}
    </Radix.Root>
  )
}
