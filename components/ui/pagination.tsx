import { ChevronLeft, ChevronRight } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { Button } from './button'

/** Where a step leads: an address, an action, or nowhere. */
type Step = string | (() => void) | null

type PaginationProps = {
  label: string
  newer: Step
  older: Step
  newerLabel?: string
  olderLabel?: string
  /** What is in sight: "50 runs". */
  children?: ReactNode
}

/** Steps through a list that has no page numbers. */
export function Pagination({
  label,
  newer,
  older,
  newerLabel = 'Newer',
  olderLabel = 'Older',
  children,
}: PaginationProps) {
  if (newer === null && older === null && !children) return null
  return (
    <nav aria-label={label} className="flex items-center justify-between gap-4 py-3 text-ink-2 text-sm">
      <span>{children}</span>
      <span className="flex gap-2">
        <StepButton step={newer} icon={<ChevronLeft aria-hidden />} label={newerLabel} />
        <StepButton step={older} iconAfter={<ChevronRight aria-hidden />} label={olderLabel} />
      </span>
    </nav>
  )
}

type StepButtonProps = { step: Step; icon?: ReactNode; iconAfter?: ReactNode; label: string }

function StepButton({ step, icon, iconAfter, label }: StepButtonProps) {
  if (typeof step === 'string') {
    return (
      <Button size="sm" asChild>
        <Link href={step}>
          {icon}
          {label}
          {iconAfter}
        </Link>
      </Button>
    )
  }
  return (
    <Button size="sm" icon={icon} disabled={step === null} onClick={step ?? undefined}>
      {label}
      {iconAfter}
    </Button>
  )
}
