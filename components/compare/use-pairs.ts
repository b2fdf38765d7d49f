import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { OutputAt } from '@/lib/contracts/targets'
import { toPairSubject } from '@/lib/presentation/compare/pairs'
import type { ComparedSide } from '@/lib/presentation/links'
import { toProblem } from '@/lib/queries/problem'
import { mutationOf } from '@/lib/queries/query-of'

export type Choice = 'first' | 'second' | 'equal'
export type Revealed = OutputAt<'POST /api/v1/pairs/{pairId}/verdict'>

/** State of the pair queue: the current pair, sending answers, and the revealed sides of the last one. */
export function usePairs(project: string, a: ComparedSide, b: ComparedSide) {
  const subject = toPairSubject(a, b) ?? {}
  const next = useMutation(mutationOf('POST /api/v1/pairs/next', { project, changes: [] }))
  const send = useMutation(mutationOf('POST /api/v1/pairs/{pairId}/verdict', { project }))
  const pass = useMutation(mutationOf('POST /api/v1/pairs/{pairId}/skip', { project, changes: [] }))
  const [revealed, setRevealed] = useState<Revealed | null>(null)
  const [sendProblem, setSendProblem] = useState<string | null>(null)
  const fetchNext = useEffectEvent(() => next.mutate(subject))
  useEffect(() => fetchNext(), [])
  const { pair = null, answered = 0, pairs = 0, busy = 0, skipped = 0 } = next.data ?? {}
  const isSending = send.isPending || pass.isPending || next.isPending
  const answer = (choice: Choice, note: string) => {
    if (!pair || isSending) return
    setSendProblem(null)
    send.mutate(
      { pairId: pair.id, choice, ...(note.trim() !== '' && { note: note.trim() }) },
      {
        onSuccess: setRevealed,
        onError: (error) => setSendProblem(toProblem(error).message),
        // Also after an error, since someone else may have answered or claimed the pair.
        onSettled: () => next.mutate(subject),
      },
    )
  }
  const skip = () => {
    if (!pair || isSending) return
    setSendProblem(null)
    setRevealed(null)
    pass.mutate(
      { pairId: pair.id },
      {
        onSuccess: () => next.mutate(subject),
        onError: (error) => setSendProblem(toProblem(error).message),
      },
    )
  }
  return {
    pair,
    answered,
    pairs,
    busy,
    skipped,
    revealed,
    sendProblem,
    isSending,
    answer,
    skip,
    showSkipped: () => next.mutate({ ...subject, again: true }),
    problem: next.error ? toProblem(next.error) : null,
    retry: () => next.mutate(subject),
    isLoading: next.data === undefined,
  }
}
