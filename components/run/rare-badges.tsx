import { ShieldOff, Unplug } from 'lucide-react'
import { Badge } from '@/components/ui/badge'
import type { RunRow } from '@/lib/contracts/runs'
import { flagLabels } from '@/lib/presentation/labels/verdicts'

const INCOMPLETE = 'Incomplete: the end never arrived, so it is scored on what did'

/** Badges of few runs: that the end never arrived, and that a check was let through by force. */
export function RareBadges({
  run: { isIncomplete, overridden },
}: {
  run: Pick<RunRow, 'isIncomplete' | 'overridden'>
}) {
  return (
    <>
      {isIncomplete && (
        <Badge tone="review" icon={<Unplug aria-hidden />} title={INCOMPLETE}>
          Incomplete
        </Badge>
      )}
      {overridden && (
        <Badge
          tone="review"
          icon={<ShieldOff aria-hidden />}
          title="A verification of this run was overridden although it was not satisfied"
        >
          {flagLabels.overridden}
        </Badge>
      )}
    </>
  )
}
