import { clsx } from 'clsx'
import { ArrowDownRight, ArrowRight, ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '@/components/ui/link'
import type { FigureChange } from '@/lib/presentation/charts/chart-parts'
import { MISSING } from '@/lib/presentation/format/number'

const directions = { up: ArrowUpRight, down: ArrowDownRight, flat: ArrowRight }

type FigureTileProps = {
  label: string
  /** Formatted; null = unknown. */
  value: ReactNode | null
  /** Why it is unknown; replaces interval and change. */
  missing?: string
  /** The unrounded value. */
  exact?: string
  change?: FigureChange | null
  /** Of the value: "0.78 to 0.88". */
  interval?: string | null
  /** Sample size: "214 runs". */
  count?: string | null
  href?: string
}

export const meaningClass = { better: 'text-pass-fg', worse: 'text-fail-fg', neutral: 'text-ink-2' }

/** A figure with its change, interval and sample size. */
export function FigureTile({ label, value, missing, exact, change, interval, count, href }: FigureTileProps) {
  const body = (
    <>
      <span className="eyebrow block">{label}</span>
      <span className={clsx('mt-1 block font-semibold text-xl', value === null && 'text-ink-3')} title={exact}>
        {value ?? MISSING}
      </span>
      <span className="mt-0.5 block min-h-4 text-ink-3 text-xs">
        {value === null ? missing : [interval, count].filter(Boolean).join(' · ')}
      </span>
      {value !== null && change && (
        <span className="mt-0.5 block text-sm">
          <ChangeMark change={change} />
        </span>
      )}
    </>
  )
  if (!href) return <div className="min-w-0">{body}</div>
  return (
    <Link href={href} className="group -m-2 block min-w-0 rounded-md p-2 transition-colors hover:bg-hover">
      {body}
    </Link>
  )
}

function ChangeMark({ change }: { change: FigureChange }) {
  const Arrow = directions[change.direction]
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1">
      <span
        className={clsx('inline-flex items-center gap-0.5 whitespace-nowrap font-medium', meaningClass[change.meaning])}
      >
        <Arrow className="size-3.5" aria-hidden />
        {change.text}
        {change.meaning !== 'neutral' && <span className="sr-only"> {change.meaning}</span>}
      </span>
      {change.interval && <span className="text-ink-2">({change.interval})</span>}
      <span className="wrap-anywhere text-ink-3">against {change.against}</span>
    </span>
  )
}
