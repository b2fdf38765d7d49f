import { StatusShape } from '@/components/pieces/status-shape'
import { AbsoluteTime } from '@/components/ui/time'
import { toneText } from '@/components/ui/tone'
import type { DeadLetterEvent } from '@/lib/contracts/dead-letters'
import { deadLetterEventLabels } from '@/lib/format/dead-letter-labels'

const marks = {
  added: 'failed',
  asked: 'running',
  retried: 'running',
  failed: 'failed',
  resolved: 'completed',
  abandoned: 'cancelled',
  lease_lost: 'unknown',
} as const
const tones = {
  completed: 'pass',
  failed: 'fail',
  running: 'accent',
  cancelled: 'unknown',
  unknown: 'unknown',
} as const

/** Everything that happened to an item, in order. Nothing is ever taken off this list. */
export function EventTimeline({ events }: { events: readonly DeadLetterEvent[] }) {
  return (
    <ol className="divide-y">
      {events.map((event) => (
        <li key={event.id} className="py-2 text-sm first:pt-0">
          <p className="flex flex-wrap items-center gap-x-2">
            <span className={toneText[tones[marks[event.kind]]]}>
              <StatusShape status={marks[event.kind]} />
            </span>
            <span className="font-medium">{deadLetterEventLabels[event.kind]}</span>{' '}
            <span className="text-ink-2">by {event.by}</span>{' '}
            <AbsoluteTime iso={event.at} className="ml-auto text-ink-3 text-xs" />
          </p>
          {event.note && <p className="whitespace-pre-line break-words pl-6 text-ink-2">{event.note}</p>}
          {event.error && event.kind !== 'added' && (
            <p className="whitespace-pre-wrap break-words pl-6 font-mono text-xs">{event.error}</p>
          )}
        </li>
      ))}
    </ol>
  )
}
