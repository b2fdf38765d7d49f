import { Notice } from '@/components/ui/notice'
import { RelativeTime } from '@/components/ui/time'
import type { RunDetail } from '@/lib/contracts/run-detail'
import { formatPlural } from '@/lib/presentation/format/number'

/** Says that the texts of a run were removed, and what is left. */
export function ContentRemoved({ removed: { at, days } }: { removed: NonNullable<RunDetail['contentRemoved']> }) {
  return (
    <Notice
      className="mt-3"
      title={days === null ? 'Content removed' : `Content removed after ${formatPlural(days, 'day')}`}
    >
      What it was asked, answered and did was removed <RelativeTime iso={at} />. Its scores, verdicts and counts are
      unaffected.
    </Notice>
  )
}
