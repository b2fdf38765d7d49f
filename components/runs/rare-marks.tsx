import { ShieldOff, Unplug } from 'lucide-react'
import type { RunRow } from '@/lib/contracts/runs'
import { flagLabels } from '@/lib/presentation/labels/verdicts'

/** Marks of few runs in the list: that somebody asked for a verdict, that its end never arrived, and that a check was let through by force. */
export function RareMarks({ run: { askedBy, isIncomplete, overridden } }: { run: RunRow }) {
  return (
    <>
      {askedBy !== undefined && (
        <span className="shrink-0 text-human-fg text-xs" title={`${askedBy} asked for a verdict`}>
          asked
        </span>
      )}
      {isIncomplete && (
        <span className="shrink-0" title="Incomplete: the end never arrived">
          <Unplug className="size-3.5 text-review" aria-label="Incomplete: the end never arrived" />
        </span>
      )}
      {overridden && (
        <span className="shrink-0" title={flagLabels.overridden}>
          <ShieldOff className="size-3.5 text-review" aria-label={flagLabels.overridden} />
        </span>
      )}
    </>
  )
}
