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
  const reveal = useMutation(mutationOf('POST /api/v1/pairs/reveal', { project, changes: [] }))
  const next = useNextPair(project, subject, () => reveal.mutate(subject))
  const { pair = null, answered = 0, pairs = 0, busy = 0, skipped = 0, left = 0 } = next.queue ?? {}
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
    ...useAnswers(project, pair, next),
    showSkipped: () => next.load(true),
    /** Leaves the unanswered pairs for good. */
    async leave() {
      await reveal.mutateAsync({ ...subject, leave: true })
      next.load()
    },
    problem: next.error ? toProblem(next.error) : null,
    retry: () => next.load(),
    isLoading: next.queue === null,
  }
}

type Subject = Partial<NonNullable<ReturnType<typeof toPairSubject>>>

/** The pair to answer, loaded at once. `onDone` is called when there is none left, and some were answered. */
function useNextPair(project: string, subject: Subject, onDone: () => void) {
  const { mutate, isPending, error } = useMutation(mutationOf('POST /api/v1/pairs/next', { project, changes: [] }))
  const [queue, setQueue] = useState<OutputAt<'POST /api/v1/pairs/next'> | null>(null)
  // The pair stays in view until the next one is there.
  const load = (again?: true) =>
    mutate(
      { ...subject, ...(again && { again }) },
      {
        onSuccess: (answer) => {
          setQueue(answer)
          // While pairs of these versions are unanswered it would be refused: the page then offers to leave them.
          const isDone = answer.pair === null && answer.skipped === 0 && answer.busy === 0
          if (isDone && answer.answered > 0) onDone()
          window.scrollTo({ top: 0 })
        },
        onError: () => setQueue(null),
      },
    )
  const fetchFirst = useEffectEvent(() => load())
  useEffect(() => fetchFirst(), [])
  return { queue, load, isPending, error }
}

const RUN_DELETED = 'A run of that pair was deleted meanwhile: nothing was recorded.'

/** Sends the answer to a pair, or skips it, and loads the next one. */
function useAnswers(project: string, pair: { id: string } | null, next: { load: () => void; isPending: boolean }) {
  const send = useMutation(mutationOf('POST /api/v1/pairs/{pairId}/verdict', { project }))
  const pass = useMutation(mutationOf('POST /api/v1/pairs/{pairId}/skip', { project, changes: [] }))
  const [last, setLast] = useState<Choice | null>(null)
  const [sendProblem, setSendProblem] = useState<string | null>(null)
  const isSending = send.isPending || pass.isPending || next.isPending
  const onError = (error: Error) => setSendProblem(toProblem(error, { not_found: RUN_DELETED }).message)
  // Also after an error, since the pair may be answered, claimed by someone else or deleted.
  const onSettled = () => next.load()
  return {
    /** The answer just given, until a pair is skipped. */
    last,
    sendProblem,
    isSending,
    answer(choice: Choice, note: string) {
      if (!pair || isSending) return
      setSendProblem(null)
      const onSuccess = () => {
        keepUnsent(unsentNote(pair.id), '')
        setLast(choice)
      }
      const given = { pairId: pair.id, choice, ...(note.trim() !== '' && { note: note.trim() }) }
      send.mutate(given, { onSuccess, onError, onSettled })
    },
    skip() {
      if (!pair || isSending) return
      setSendProblem(null)
      setLast(null)
      pass.mutate({ pairId: pair.id }, { onError, onSettled })
    },
  }
}
