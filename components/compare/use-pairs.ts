import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { keepUnsent } from '@/components/ui/browser-storage'
import type { OutputAt } from '@/lib/contracts/targets'
import { toPairSubject } from '@/lib/presentation/compare/pairs'
import type { ComparedSide } from '@/lib/presentation/links'
import { toProblem } from '@/lib/queries/problem'
import { mutationOf } from '@/lib/queries/query-of'

export type Choice = 'first' | 'second' | 'equal'
export type Revealed = OutputAt<'POST /api/v1/pairs/reveal'>['given'][number]

/** Key under which the note on a pair is kept until its answer is sent. */
export const unsentNote = (pairId = '') => `pair ${pairId}`

/** State of the pair queue: the current pair, sending answers, and which side was which once the person is done with these versions. */
export function usePairs(project: string, a: ComparedSide, b: ComparedSide) {
  const subject = toPairSubject(a, b) ?? {}
  const next = useMutation(mutationOf('POST /api/v1/pairs/next', { project, changes: [] }))
  const send = useMutation(mutationOf('POST /api/v1/pairs/{pairId}/verdict', { project }))
  const pass = useMutation(mutationOf('POST /api/v1/pairs/{pairId}/skip', { project, changes: [] }))
  const reveal = useMutation(mutationOf('POST /api/v1/pairs/reveal', { project, changes: [] }))
  const [queue, setQueue] = useState<OutputAt<'POST /api/v1/pairs/next'> | null>(null)
  const [last, setLast] = useState<Choice | null>(null)
  const [sendProblem, setSendProblem] = useState<string | null>(null)
  // The pair stays in view until the next one is there.
  const load = (again?: true) =>
    next.mutate(
      { ...subject, ...(again && { again }) },
      {
        onSuccess: (answer) => {
          setQueue(answer)
          // While pairs of these versions are unanswered it would be refused: the page then offers to leave them.
          const isDone = answer.pair === null && answer.skipped === 0 && answer.busy === 0
          if (isDone && answer.answered > 0) reveal.mutate(subject)
          window.scrollTo({ top: 0 })
        },
        onError: () => setQueue(null),
      },
    )
  const fetchFirst = useEffectEvent(() => load())
  useEffect(() => fetchFirst(), [])
  const { pair = null, answered = 0, pairs = 0, busy = 0, skipped = 0, left = 0 } = queue ?? {}
  const isSending = send.isPending || pass.isPending || next.isPending
  const answer = (choice: Choice, note: string) => {
    if (!pair || isSending) return
    setSendProblem(null)
    send.mutate(
      { pairId: pair.id, choice, ...(note.trim() !== '' && { note: note.trim() }) },
      {
        onSuccess: () => {
          keepUnsent(unsentNote(pair.id), '')
          setLast(choice)
        },
        onError: (error) => setSendProblem(toProblem(error).message),
        // Also after an error, since someone else may have answered or claimed the pair.
        onSettled: () => load(),
      },
    )
  }
  const skip = () => {
    if (!pair || isSending) return
    setSendProblem(null)
    setLast(null)
    pass.mutate(
      { pairId: pair.id },
      {
        onSuccess: () => load(),
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
    left,
    isRevealing: reveal.isPending,
    /** The person's answers with their sides; null until they are done with these versions. */
    given: reveal.data?.given ?? null,
    /** The answer just given, until a pair is skipped. */
    last,
    sendProblem,
    isSending,
    answer,
    skip,
    showSkipped: () => load(true),
    /** Leaves the unanswered pairs for good. */
    async leave() {
      await reveal.mutateAsync({ ...subject, leave: true })
      load()
    },
    problem: next.error ? toProblem(next.error) : null,
    retry: () => load(),
    isLoading: queue === null,
  }
}
