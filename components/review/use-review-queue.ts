import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useGoTo } from '@/components/ui/go-to'
import { toast } from '@/components/ui/toast'
import type { ReviewItem } from '@/lib/contracts/review-queue'
import { runHref } from '@/lib/presentation/links'
import { toProblem } from '@/lib/queries/problem'
import { mutationOf } from '@/lib/queries/query-of'
import { type ReviewSearch, reviewFiltersOf, reviewItemQuery, reviewQueueQuery } from '@/lib/queries/review-search'

const RENEW_MS = 2 * 60_000
const ACTIVITY_MS = 60_000

type ReviewQueueOptions = {
  project: string
  search: Omit<ReviewSearch, 'run'>
  /** Run id from the URL. */
  run: string | null
  /** Number of runs waiting for the user. */
  waiting: number
  onRun: (run: string | null) => void
}

/**
 * Claims the current run and the next one, which is prefetched. Claims are renewed while the page is open, and a reload claims the
 * run in the URL again.
 */
export function useReviewQueue({ project, search, run, waiting, onRun }: ReviewQueueOptions) {
  const client = useQueryClient()
  const goTo = useGoTo()
  const [items, setItems] = useState<readonly ReviewItem[] | null>(null)
  const latest = useRef(0)
  const judged = useRef(new Set<string>())
  const next = useMutation(mutationOf('POST /api/v1/review/next', { project, changes: [] }))
  const filters = reviewFiltersOf(search)
  const { queryKey: queueKey } = reviewQueueQuery(project, search)
  const [current, upcoming] = items ?? []

  const claim = useEffectEvent((first: string | null) => {
    latest.current += 1
    if (first) judged.current.delete(first)
    const request = latest.current
    next.mutate(
      { ...filters, count: 2, ...(first && { first }) },
      {
        // Ignore the response if a newer request was sent.
        onSuccess: (answer) => {
          if (request !== latest.current) return
          const isFirst = answer.items[0]?.runId === first
          // A verdict on it was faster than this answer, and is still to be answered, or read.
          const kept = isFirst ? null : items?.find(({ runId }) => runId === first && judged.current.has(runId))
          const all = kept ? [kept, ...answer.items] : answer.items
          if (first && !isFirst && !kept)
            toast.warning('The run that you opened does not wait for you', {
              description: 'It was reviewed, taken or deleted.',
              action: { label: 'Open the run', onClick: () => goTo(runHref(project, first)) },
            })
          setItems(all)
          onRun(all[0]?.runId ?? null)
          // What was counted as waiting went to others, so that the next arrival must be seen as one; or it arrived after the count.
          if (all.length === 0 || waiting === 0) void client.invalidateQueries({ queryKey: queueKey })
        },
      },
    )
  })
  const shape = JSON.stringify(filters)
  // biome-ignore lint/correctness/useExhaustiveDependencies: claims again when the filters change.
  useEffect(() => claim(run), [shape])

  // An idle reviewer gets new runs as they arrive.
  const isIdle = items?.length === 0 && waiting > 0
  useEffect(() => {
    if (isIdle) claim(null)
  }, [isIdle])

  // The answer to a verdict may arrive after another run was claimed, so it goes on from the runs as they are then.
  const advance = useEffectEvent(() => {
    const rest = items?.slice(1) ?? []
    setItems(rest.length > 0 ? rest : null)
    if (rest[0]) onRun(rest[0].runId)
    claim(rest[0]?.runId ?? null)
  })

  const upcomingId = upcoming?.runId
  useEffect(() => {
    if (upcomingId) client.query(reviewItemQuery(project, upcomingId)).catch(() => undefined)
  }, [client, project, upcomingId])

  useKeptClaims(project, items ?? [], (runId) => {
    // A verdict ends the claim as well, while its reveal is still being read.
    if (judged.current.has(runId)) return
    toast.warning('This run is no longer yours to review', { description: 'It was reviewed, taken or deleted.' })
    claim(null)
  })

  return {
    items,
    current: current ?? null,
    problem: next.error && items === null ? toProblem(next.error) : null,
    claim: (first: string | null) => claim(first),
    /** Records that a verdict on this run was sent, or that it was refused. */
    setJudged(runId: string, isJudged: boolean) {
      if (isJudged) judged.current.add(runId)
      else judged.current.delete(runId)
    },
    /** Shows an item as it is now. */
    replace: (item: ReviewItem) =>
      setItems((now) => now?.map((one) => (one.runId === item.runId ? item : one)) ?? null),
    /** Shows the prefetched run immediately and claims another one. */
    advance: () => advance(),
  }
}

/** Renews the claims periodically while the page is visible, and on user activity. */
function useKeptClaims(project: string, items: readonly ReviewItem[], onLost: (runId: string) => void) {
  const renew = useMutation(mutationOf('POST /api/v1/review/renew', { project, changes: [] }))
  const renewedAt = useRef(0)
  const keep = useEffectEvent((sinceMs: number) => {
    const [current] = items
    if (!current || document.visibilityState !== 'visible' || Date.now() - renewedAt.current < sinceMs) return
    renewedAt.current = Date.now()
    renew.mutate(
      { runIds: items.map(({ runId }) => runId) },
      {
        onSuccess: ({ kept }) => {
          if (!kept.some(({ runId }) => runId === current.runId)) onLost(current.runId)
        },
      },
    )
  })
  useEffect(() => {
    renewedAt.current = Date.now()
    const timer = setInterval(() => keep(RENEW_MS), RENEW_MS)
    const onActivity = () => keep(ACTIVITY_MS)
    const events = ['keydown', 'pointerdown', 'visibilitychange'] as const
    for (const event of events) document.addEventListener(event, onActivity, { passive: true })
    return () => {
      clearInterval(timer)
      for (const event of events) document.removeEventListener(event, onActivity)
    }
  }, [])
}
