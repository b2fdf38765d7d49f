'use client'

import { useQuery } from '@tanstack/react-query'
import { Countdown } from '@/components/ui/countdown'
import { formatPlural } from '@/lib/format/number'
import { statusQueries } from '@/lib/queries/status'

/** One line: how many wait, and until when. */
export function GatesFinding({ project }: { project: string }) {
  const { data } = useQuery(statusQueries.get(project))
  if (!data) return 'Questions that only a person answers.'
  if (data.pendingGates === 0 || !data.nextDeadlineAt) return 'Nothing waits for a decision.'
  return (
    <>
      {formatPlural(data.pendingGates, 'gate waits', 'gates wait')} for a person; the nearest deadline is{' '}
      <Countdown deadlineAt={data.nextDeadlineAt} />.
    </>
  )
}
