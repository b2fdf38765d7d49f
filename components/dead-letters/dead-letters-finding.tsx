'use client'

import { useQuery } from '@tanstack/react-query'
import { formatPlural } from '@/lib/format/number'
import { statusQueries } from '@/lib/queries/status'

/** One line: how many wait for a person. */
export function DeadLettersFinding({ project }: { project: string }) {
  const { data } = useQuery(statusQueries.get(project))
  if (!data) return 'Operations that failed, kept for a retry.'
  if (data.deadLetters === 0) return 'Nothing waits for a person. What may mend by itself is retried by itself.'
  return `${formatPlural(data.deadLetters, 'failed operation waits', 'failed operations wait')} for a person; the rest is retried by itself.`
}
