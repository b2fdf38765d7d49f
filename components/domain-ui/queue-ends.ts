import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { DAY_MS } from '@/lib/contracts/durations'
import type { ReviewQueue } from '@/lib/contracts/review-queue'

/** The answer is requested this long after the end, so that it includes it. */
const AFTER_MS = 250
/** A browser's timers cannot be longer than 24 days. */
const LONGEST_MS = DAY_MS

/** Refetches what shows the review queue when the next hold or claim in it ends, which no live event reports. */
export function useQueueEnds(project: string, answer: { data: ReviewQueue | undefined; dataUpdatedAt: number }): void {
  const client = useQueryClient()
  const { dataUpdatedAt } = answer
  const changesInMs = answer.data?.changesInMs ?? null
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new answer counts from its own time.
  useEffect(() => {
    if (changesInMs === null) return
    const refetch = async () => {
      const stale = await import('@/lib/queries/stale').catch(() => null)
      await client.invalidateQueries({ predicate: stale?.isStaleAfterEvent(project, { topic: 'review' }) })
    }
    const timer = setTimeout(() => void refetch(), Math.min(changesInMs + AFTER_MS, LONGEST_MS))
    return () => clearTimeout(timer)
  }, [client, project, changesInMs, dataUpdatedAt])
}
