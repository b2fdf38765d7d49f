'use client'

import { Button } from '@/components/ui/button'
import { StatePanel } from '@/components/ui/state-panel'
import { RelativeTime } from '@/components/ui/time'
import type { Range } from '@/lib/contracts/primitives'
import { ranges } from '@/lib/contracts/vocabulary'
import { rangeLabels } from '@/lib/format/labels'
import { useOverviewSearch } from './use-overview-search'

const DAY_MS = 86_400_000
const DAYS: Record<Range, number> = { '24h': 1, '7d': 7, '30d': 30, '90d': 90, all: Number.POSITIVE_INFINITY }

type EmptyRangeProps = {
  /** The newest run of these chains; null when they never ran. */
  latestRunAt: string | null
  /** Until when the range reaches. */
  to: string
}

/** No run in the range: says where the runs are, one press away. */
export function EmptyRange({ latestRunAt, to }: EmptyRangeProps) {
  const { search, change } = useOverviewSearch()
  if (latestRunAt === null) {
    return (
      <StatePanel
        compact
        state="empty"
        title={search.chain.length === 1 ? 'This chain has no run' : 'These chains have no run'}
        action={<Button onClick={() => void change({ chain: null })}>Show every chain</Button>}
      />
    )
  }
  const ageDays = (Date.parse(to) - Date.parse(latestRunAt)) / DAY_MS
  const range = ranges.find((candidate) => ageDays < DAYS[candidate]) ?? 'all'
  return (
    <StatePanel
      compact
      state="empty"
      title={`No run in the ${rangeLabels[search.range].toLowerCase()}`}
      action={
        <Button variant="primary" onClick={() => void change({ range })}>
          Show {rangeLabels[range].toLowerCase()}
        </Button>
      }
    >
      Latest run: <RelativeTime iso={latestRunAt} />.
    </StatePanel>
  )
}
