import { Badge } from '@/components/ui/badge'
import type { Tone } from '@/components/ui/tone'
import type { FailureGroup, FailureStatus } from '@/lib/contracts/failures'
import { failureStatusLabels, failureStatusNote } from '@/lib/presentation/labels/failures'

const tones: Record<FailureStatus, Tone> = {
  new: 'review',
  escalating: 'fail',
  regressed: 'fail',
  ongoing: 'neutral',
  archived: 'unknown',
  resolved: 'pass',
}

type FailureStatusMarkProps = {
  group: Pick<FailureGroup, 'status' | 'archivedUntil' | 'untilEscalating' | 'resolvedIn'>
  /** Also shows until when it is archived, or in which version it is resolved. */
  isWhole?: boolean
}

/** Status of a failure group. */
export function FailureStatusMark({ group, isWhole = false }: FailureStatusMarkProps) {
  const note = failureStatusNote(group)
  return (
    <span className="inline-flex items-center gap-2">
      <Badge tone={tones[group.status]} title={note ?? undefined}>
        {failureStatusLabels[group.status]}
      </Badge>
      {isWhole && note && <span className="text-ink-2 text-sm">{note}</span>}
    </span>
  )
}
