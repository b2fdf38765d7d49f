import { useQuery } from '@tanstack/react-query'
import { type RefObject, useCallback, useMemo, useState } from 'react'
import { commentsByStep } from '@/lib/presentation/transcript/comments'
import type { Step } from '@/lib/presentation/transcript/step'
import { stepText } from '@/lib/presentation/transcript/text'
import { queryOf } from '@/lib/queries/query-of'
import type { Draft } from './comment-form'
import { selectedWords } from './selected-words'
import type { Thread } from './step-comments'

/** What people say at a run, by step, and the comment that is being written. Blind, only one's own. */
export function useComments(
  project: string,
  runId: string,
  steps: readonly Step[],
  frame: RefObject<HTMLElement | null>,
  isBlind: boolean,
) {
  const { data } = useQuery(queryOf('GET /api/v1/comments', { runId }, { project }))
  const [draft, setDraft] = useState<{ stepId: string | null; words: Draft } | null>(null)
  // What was read before the run was taken may hold those of others still.
  const shown = useMemo(() => (data?.comments ?? []).filter(({ isOwn }) => isOwn || !isBlind), [data, isBlind])
  const covered = data ? data.covered + data.comments.length - shown.length : 0
  const { ofSteps, ofRun } = useMemo(() => commentsByStep(shown, new Set(steps.map(({ id }) => id))), [shown, steps])
  const threads = useMemo(() => {
    const known = new Map<string, Thread>(
      [...ofSteps].map(([id, comments]) => [id, { comments, draft: undefined }] as const),
    )
    if (draft && draft.stepId !== null)
      known.set(draft.stepId, { comments: ofSteps.get(draft.stepId) ?? [], draft: draft.words })
    return known
  }, [ofSteps, draft])
  const openComments = useMemo(() => {
    const counts = [...ofSteps].map(([id, own]) => [id, own.filter(({ resolved }) => !resolved).length] as const)
    return new Map(counts.filter(([, count]) => count > 0))
  }, [ofSteps])
  /** Begins a comment at a step, or at the run as a whole; without either it ends the one that is being written. */
  const comment = useCallback(
    (stepId: string | null, isOfRun = false) => setDraft(stepId === null && !isOfRun ? null : { stepId, words: null }),
    [],
  )
  /** Begins one at the words that are selected, else at the step one is at. */
  const commentHere = (current: number | null) => {
    const words = selectedWords(frame.current)
    const step = steps[words?.place ?? current ?? -1]
    if (!step) return
    const start = words ? stepText(step).indexOf(words.quote) : -1
    setDraft({ stepId: step.id, words: words && { quote: words.quote, start: start < 0 ? null : start } })
    document.getSelection()?.removeAllRanges()
  }
  return { threads, openComments, ofRun, covered, draft, comment, commentHere }
}
