'use client'

import { formatExact, formatScore } from '@/lib/format/number'
import { useCountedNumber } from './use-counted-number'

type CountedScoreProps = { value: number | null; className?: string }

/** A score that counts over when it changes. Readers of the page are told the new one only. */
export function CountedScore({ value, className }: CountedScoreProps) {
  const shown = useCountedNumber(value)
  return (
    <span className={className} title={formatExact(value)}>
      <span aria-hidden>{formatScore(shown)}</span>
      <span className="sr-only">{value === null ? 'none' : formatScore(value)}</span>
    </span>
  )
}
