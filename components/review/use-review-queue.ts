import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { toast } from '@/components/ui/toast'
import type { ReviewItem } from '@/lib/contracts/review-queue'
import { toProblem } from '@/lib/queries/problem'
import { mutationOf } from '@/lib/queries/query-of'
import { type ReviewSearch, reviewFiltersOf, reviewItemQuery } from '@/lib/queries/review-search'

const RENEW_MS = 2 * 60_000
const TOUCHED_MS = 60_000

type Asking = {
  project: string
  search: Omit<ReviewSearch, 'run'>
  /** The one that the address names. */
  run: string | null
  /** How many wait for me. */
  waiting: number
  onRun: (run: string | null) => void
}

/**
 * What is handed out to me: the run in sight and the one after it, fetched already. It stays mine while the page is open, and comes
 * again after a reload, by the address.
 */
export function useReviewQueue({ project, search, run, waiting, onRun }: Asking) {
  const client = useQueryClient()
  const [items, setItems] = useState<readonly ReviewItem[] | null>(null)
  const latest = useRef(0)
  const next = useMutation(mutationOf('POST /api/v1/review/next', { project, changes: [] }))
  const filters = reviewFiltersOf(search)
  const [current, upcoming] = items ?? []

  const ask = useEffectEvent((first: string | undefined) => {
    latest.current += 1
    const place = latest.current
    next.mutate(
      { ...filters, count: 2, ...(first !== undefined && { first }) },
      {
        // Who has gone on meanwhile has asked again.
        onSuccess: (answer) => {
          if (place !== latest.current) return
          setItems(answer.items)
          onRun(answer.items[0]?.runId ?? null)
        },
      },
    )
  })
  const shape = JSON.stringify(filters)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other filters hand out other runs.
  useEffect(() => ask(run ?? undefined), [shape])

  // Who has nothing to do gets what comes in.
  const isIdle = items?.length === 0 && waiting > 0
  useEffect(() => {
    if (isIdle) ask(undefined)
  }, [isIdle])

  const upcomingId = upcoming?.runId
  useEffect(() => {
    if (upcomingId !== undefined) client.query(reviewItemQuery(project, upcomingId)).catch(() => undefined)
  }, [client, project, upcomingId])

  useKeptClaims(project, items ?? [], () => ask(undefined))

  return {
    items,
    current: current ?? null,
    problem: next.error && items === null ? toProblem(next.error) : null,
    isAsking: next.isPending,
    ask: (first?: string) => ask(first),
    /** The one after it comes into sight at once. */
    advance() {
      const rest = items?.slice(1) ?? []
      setItems(rest.length > 0 ? rest : null)
      if (rest[0]) onRun(rest[0].runId)
      ask(rest[0]?.runId)
    },
  }
}

/** Renews what I have while the page is in sight, and when somebody touches it. */
function useKeptClaims(project: string, items: readonly ReviewItem[], onLost: () => void) {
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
          if (kept.some(({ runId }) => runId === current.runId)) return
          toast.warning('This run went to someone else', { description: 'You were away for a while.' })
          onLost()
        },
      },
    )
  })
  useEffect(() => {
    renewedAt.current = Date.now()
    const timer = setInterval(() => keep(RENEW_MS), RENEW_MS)
    const onTouch = () => keep(TOUCHED_MS)
    const events = ['keydown', 'pointerdown', 'visibilitychange'] as const
    for (const event of events) document.addEventListener(event, onTouch, { passive: true })
    return () => {
      clearInterval(timer)
      for (const event of events) document.removeEventListener(event, onTouch)
    }
  }, [])
}
