import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { keepUnsent } from '@/components/ui/browser-storage'
import { toast } from '@/components/ui/toast'
import type { OwnAnswer } from '@/lib/contracts/pairs'
import type { OutputAt } from '@/lib/contracts/targets'
import { toPairSubject } from '@/lib/presentation/compare/pairs'
import type { ComparedSide } from '@/lib/presentation/links'
import { problemOf, toProblem } from '@/lib/queries/problem'
import { mutationOf } from '@/lib/queries/query-of'

export type Choice = OwnAnswer['choice']
export type Revealed = OutputAt<'POST /api/v1/pairs/reveal'>['given'][number]

/** Key under which the note on a pair is kept until its answer is sent. */
export const unsentNote = (pairId = '') => `pair ${pairId}`

/** State of the pair queue: the current pair, sending answers and taking them back, and which side was which once the person has asked for it. */
export function usePairs(project: string, a: ComparedSide, b: ComparedSide) {
  const subject = toPairSubject(a, b) ?? {}
  const reveal = useMutation(mutationOf('POST /api/v1/pairs/reveal', { project }))
  const next = useNextPair(project, subject, () => reveal.mutate(subject))
  const { pair = null, answered = 0, pairs = 0, skipped = 0, left = 0 } = next.queue ?? {}
  /** The person's answers with their sides; null until they were shown them. */
  const given = reveal.data?.given ?? null
  const own = given === null ? (next.queue?.own ?? []) : []
  return {
    pair,
    answered,
    pairs,
    skipped,
    left,
    /** Pairs that others are answering. */
    busy: pairs - answered - skipped - left,
    given,
    own,
    ...useAnswers(project, pair, own, next),
    showSkipped: () => next.load(true),
    isRevealing: reveal.isPending,
    /** Shows which side was which; from then on the answers stay. Pairs may have been added meanwhile. */
    reveal() {
      const onError = (error: Error) => {
        toast.problem(error)
        next.load()
      }
      if (!reveal.isPending) reveal.mutate(subject, { onError })
    },
    /** Leaves the unanswered pairs for good. */
    async leave() {
      await reveal.mutateAsync({ ...subject, leave: true })
      next.load()
    },
    problem: problemOf(next.error),
    retry: () => next.load(),
    isLoading: next.queue === null,
  }
}

type Subject = Partial<NonNullable<ReturnType<typeof toPairSubject>>>

/** The pair to answer, loaded at once. `onShown` is called when there is none left, and the person was shown before which side was which. */
function useNextPair(project: string, subject: Subject, onShown: () => void) {
  const { mutate, error } = useMutation(mutationOf('POST /api/v1/pairs/next', { project, changes: [] }))
  // Set with what else an answer changes: a mutation tells of itself only after that is drawn.
  const [isPending, setPending] = useState(false)
  const [queue, setQueue] = useState<OutputAt<'POST /api/v1/pairs/next'> | null>(null)
  // The pair stays in view until the next one is there.
  const load = (again?: true) => {
    setPending(true)
    mutate(
      { ...subject, ...(again && { again }) },
      {
        onSuccess: (answer) => {
          setQueue(answer)
          const { answered, left, pairs, own } = answer
          if (answered > 0 && answered + left === pairs && own.length === 0) onShown()
          window.scrollTo({ top: 0 })
        },
        onError: () => setQueue(null),
        onSettled: () => setPending(false),
      },
    )
  }
  const fetchFirst = useEffectEvent(() => load())
  useEffect(() => fetchFirst(), [])
  return { queue, load, isPending, error }
}

const RUN_DELETED = 'A run of that pair was deleted meanwhile: nothing was recorded.'
const ANSWER_DELETED = 'A run of that pair was deleted meanwhile, and your answer with it.'

/** What became of the last answer: it was given, or taken back. */
type Said = { choice: Choice; isUndone: boolean }

/** Sends the answer to a pair, skips it, or takes one back, and loads the next one. */
function useAnswers(
  project: string,
  pair: { id: string; evidenceDigest: string } | null,
  own: readonly OwnAnswer[],
  next: { load: () => void; isPending: boolean },
) {
  const send = useMutation(mutationOf('POST /api/v1/pairs/{pairId}/verdict', { project }))
  const skipPair = useMutation(mutationOf('POST /api/v1/pairs/{pairId}/skip', { project, changes: [] }))
  const undoAnswer = useMutation(mutationOf('POST /api/v1/pairs/{pairId}/verdict/{verdictId}/undo', { project }))
  const [said, setSaid] = useState<Said | null>(null)
  // The answer just given, which is not in the list before the next pair is there.
  const [given, setGiven] = useState<Undoable | null>(null)
  // The answer just taken back, which is in the list until then.
  const [undoneId, setUndoneId] = useState<string | null>(null)
  const [isWriting, setWriting] = useState(false)
  const [sendProblem, setSendProblem] = useState<string | null>(null)
  const isSending = isWriting || next.isPending
  const onError = (error: Error) => setSendProblem(toProblem(error, { not_found: RUN_DELETED }).message)
  // Also after an error, since the pair may be answered, claimed by someone else or deleted.
  const onSettled = () => {
    setWriting(false)
    next.load()
  }
  const begin = () => {
    setWriting(true)
    setSendProblem(null)
    setSaid(null)
    setGiven(null)
  }
  const lastAnswer = given && next.isPending ? given : (own.find(({ verdictId }) => verdictId !== undoneId) ?? null)
  return {
    said,
    sendProblem,
    isSending,
    lastAnswer,
    answer(choice: Choice, text: string) {
      if (!pair || isSending) return
      begin()
      const note = text.trim()
      const onSuccess = ({ verdictId }: { verdictId: string }) => {
        keepUnsent(unsentNote(pair.id), '')
        setSaid({ choice, isUndone: false })
        setGiven({ pairId: pair.id, verdictId, choice, note })
      }
      const { id: pairId, evidenceDigest } = pair
      send.mutate({ pairId, choice, ...(note && { note }), evidenceDigest }, { onSuccess, onError, onSettled })
    },
    skip() {
      if (!pair || isSending) return
      begin()
      skipPair.mutate({ pairId: pair.id }, { onError, onSettled })
    },
    /** Takes an answer back, the last one by default: also while the next pair is still on its way. */
    undo(answer: Undoable | null = lastAnswer) {
      if (!answer || isWriting) return
      begin()
      const { pairId, verdictId, choice, note } = answer
      undoAnswer.mutate(
        { pairId, verdictId },
        {
          onSuccess: ({ isHeld }) => {
            keepUnsent(unsentNote(pairId), note ?? '')
            setUndoneId(verdictId)
            if (isHeld) setSaid({ choice, isUndone: true })
            else toast.warning('Taken back', { description: 'Someone else has this pair now. It comes back to you.' })
          },
          onError: (error) => setSendProblem(toProblem(error, { not_found: ANSWER_DELETED }).message),
          onSettled,
        },
      )
    },
  }
}

type Undoable = Pick<OwnAnswer, 'pairId' | 'verdictId' | 'choice' | 'note'>
