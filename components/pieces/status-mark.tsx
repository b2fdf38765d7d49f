import { clsx } from 'clsx'
import { type Tone, toneText } from '@/components/ui/tone'
import { type Status, StatusShape } from './status-shape'

const words: Record<Status, string> = {
  pass: 'Pass',
  review: 'Review',
  fail: 'Fail',
  unknown: 'Unknown',
  completed: 'Completed',
  failed: 'Failed',
  skipped: 'Skipped',
  cancelled: 'Cancelled',
  running: 'Running',
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
}

type StatusMarkProps = {
  status: Status
  /** In place of the status's own word. */
  word?: string
  /** The shape alone; the word is still read out. */
  wordHidden?: boolean
  title?: string
  className?: string
}

/** A state by shape, word and colour. */
export function StatusMark({ status, word = words[status], wordHidden = false, title, className }: StatusMarkProps) {
  return (
    <span
      title={title}
      className={clsx(
        'inline-flex items-center gap-1.5 whitespace-nowrap align-bottom',
        toneText[tones[status]],
        className,
      )}
    >
      <StatusShape status={status} />
      <span className={wordHidden ? 'sr-only' : 'font-medium'}>{word}</span>
    </span>
  )
}
