'use client'

import { Timer } from 'lucide-react'
import Link from 'next/link'
import { Countdown } from '@/components/ui/countdown'
import { formatPlural } from '@/lib/format/number'
import { navHref } from './nav-items'

export type GatesDue = {
  count: number
  /** The nearest deadline. */
  nextDeadlineAt: string | null
}

type GatesDueChipProps = { project: string; due: GatesDue }

/** The one loud thing of the top bar: gates that wait for a person, and the nearest deadline. */
export function GatesDueChip({ project, due }: GatesDueChipProps) {
  if (due.count === 0) return null
  return (
    <Link
      href={navHref(project, '/gates')}
      className="mr-1 flex h-7 items-center gap-1.5 rounded-md border border-review-line bg-review-bg px-2 font-medium text-review-fg text-xs hover:border-review"
    >
      <Timer className="size-3.5" aria-hidden />
      <span className="max-sm:sr-only">{formatPlural(due.count, 'gate')} due</span>
      <span className="sm:hidden" aria-hidden>
        {due.count}
      </span>
      {due.nextDeadlineAt && (
        <span className="max-md:hidden">
          · <Countdown deadlineAt={due.nextDeadlineAt} compact inherit />
        </span>
      )}
    </Link>
  )
}
