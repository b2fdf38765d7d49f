import { clsx } from 'clsx'
import { type Tone, toneText } from '@/components/ui/tone'

const statusLabels: Record<Status, string> = {
  pass: 'Pass',
  review: 'Review',
  fail: 'Fail',
  unknown: 'Unknown',
  completed: 'Completed',
  failed: 'Failed',
  skipped: 'Skipped',
  cancelled: 'Cancelled',
  running: 'Running',
  again: 'Try again',
}

const tones: Record<Status, Tone> = {
  pass: 'pass',
  review: 'review',
  fail: 'fail',
  unknown: 'unknown',
  completed: 'pass',
  failed: 'fail',
  skipped: 'unknown',
  cancelled: 'unknown',
  running: 'accent',
  again: 'accent',
}

type StatusMarkProps = {
  status: Status
  /** Replaces the default label of the status. */
  word?: string
  /** Shows only the shape; the word stays available to screen readers. */
  wordHidden?: boolean
  /** Lets a long word take several lines, with the shape beside the first. */
  isWrapped?: boolean
  title?: string
  className?: string
}

/** A status by shape, word and colour. */
export function StatusMark({
  status,
  word = statusLabels[status],
  wordHidden = false,
  isWrapped = false,
  title,
  className,
}: StatusMarkProps) {
  return (
    <span
      title={title}
      className={clsx(
        'inline-flex gap-1.5',
        isWrapped
          ? 'items-start text-left align-top [&>svg]:mt-[calc((1lh-0.875rem)/2)]'
          : 'items-center whitespace-nowrap align-bottom',
        toneText[tones[status]],
        className,
      )}
    >
      <StatusShape status={status} />
      <span className={wordHidden ? 'sr-only' : 'font-medium'}>{word}</span>
    </span>
  )
}

export type Status =
  | 'pass'
  | 'review'
  | 'fail'
  | 'unknown'
  | 'completed'
  | 'failed'
  | 'skipped'
  | 'cancelled'
  | 'running'
  | 'again'

/** Icon of a status. Shapes differ by outline, not only by colour: disc, triangle, octagon, dashed ring, and so on. */
export function StatusShape({ status, className }: { status: Status; className?: string }) {
  return (
    <svg viewBox="0 0 16 16" fill="none" aria-hidden className={clsx('shrink-0', className ?? 'size-3.5')}>
      {shapes[status]}
    </svg>
  )
}

const stroke = { stroke: 'var(--paper)', strokeWidth: 1.8, strokeLinecap: 'round', strokeLinejoin: 'round' } as const

const disc = (
  <>
    <circle cx="8" cy="8" r="7" fill="var(--pass)" />
    <path d="m4.9 8.2 2.2 2.2 4-4.6" {...stroke} />
  </>
)

const octagon = (
  <>
    <path d="M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1Z" fill="var(--fail)" />
    <path d="m5.6 5.6 4.8 4.8m0-4.8-4.8 4.8" {...stroke} />
  </>
)

const shapes = {
  pass: disc,
  completed: disc,
  fail: octagon,
  failed: octagon,
  review: (
    <>
      <path
        d="M8 1.6 15.2 14H.8Z"
        fill="var(--review)"
        stroke="var(--review)"
        strokeWidth="1.2"
        strokeLinejoin="round"
      />
      <path d="M8 6v3.6M8 12v.1" {...stroke} />
    </>
  ),
  unknown: (
    <>
      <circle cx="8" cy="8" r="6.2" stroke="var(--unknown)" strokeWidth="1.6" strokeDasharray="2.6 2.27" />
      <path d="M5.6 10.4 10.4 5.6" stroke="var(--unknown)" strokeWidth="1.4" strokeLinecap="round" />
    </>
  ),
  skipped: (
    <>
      <circle cx="8" cy="8" r="6.2" stroke="var(--unknown)" strokeWidth="1.6" />
      <path
        d="m6 5.4 3 2.6-3 2.6M10.6 5.4v5.2"
        stroke="var(--unknown)"
        strokeWidth="1.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  ),
  cancelled: (
    <>
      <rect x="1.8" y="1.8" width="12.4" height="12.4" rx="2.5" stroke="var(--unknown)" strokeWidth="1.6" />
      <path d="M5.2 8h5.6" stroke="var(--unknown)" strokeWidth="1.6" strokeLinecap="round" />
    </>
  ),
  running: (
    <>
      <circle cx="8" cy="8" r="6.2" stroke="var(--accent-line)" strokeWidth="1.6" />
      <path d="M8 1.8a6.2 6.2 0 0 1 6.2 6.2" stroke="var(--accent)" strokeWidth="1.8" strokeLinecap="round" />
    </>
  ),
  again: (
    <path
      d="M13.8 8.4A5.8 5.8 0 1 1 12 3.8l1.6 1.6m.2-3.6v3.8H10"
      stroke="var(--accent)"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  ),
}
