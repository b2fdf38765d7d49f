'use client'

import { type ComponentProps, useState } from 'react'
import { Input } from './input'

type DayInputProps = Omit<ComponentProps<typeof Input>, 'type' | 'value' | 'onChange'> & {
  /** "2026-11-24", or '' for none. */
  value: string
  onChange: (day: string) => void
}

/** Field for a day. A year is typed digit by digit, and passed on when it has all four: 2026 is not the years 2, 20 and 202 before. */
export function DayInput({ value, onChange, ...rest }: DayInputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const change = (day: string) => {
    const isWhole = day === '' || day >= '1000'
    setTyped(isWhole ? null : day)
    if (isWhole) onChange(day)
  }
  return (
    <Input
      {...rest}
      type="date"
      value={typed ?? value}
      onChange={({ target }) => change(target.value)}
      onBlur={() => setTyped(null)}
    />
  )
}
