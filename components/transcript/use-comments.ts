import { useQuery } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useMemo, useState } from 'react'
import { commentsByStep } from '@/lib/presentation/transcript/comments'
import type { Step } from '@/lib/presentation/transcript/step'
import { stepText } from '@/lib/presentation/transcript/text'
import { queryOf } from '@/lib/queries/query-of'
import { selectedText } from './selected-text'
import type { Thread } from './step-comments'
import { type Draft, keepWritten, restoreWritten, writtenOn } from './written-comments'

// Shared, so that a step's text is not marked anew when its first comment is begun.
export const EMPTY_THREAD: Thread = { comments: [], draft: undefined }

/**
 * Comments on a run by step, and the comments being written: starting another one keeps what was typed. In blind mode only the
 * user's own comments.
 */
export function useComments(
  project: string,
  runId: string,
  steps: readonly Step[],
  frame: RefObject<HTMLElement | null>,
  isBlind: boolean,
) {
  const { data } = useQuery(queryOf('GET /api/v1/comments', { runId }, { project }))
  // By step; null = the run as a whole.
  const [drafts, setDrafts] = useState<ReadonlyMap<string | null, Draft>>(
    () => new Map([...writtenOn(runId)].map(([stepId, { draft }]) => [stepId, draft])),
  )
  useEffect(() => {
    const kept = [...restoreWritten(runId)].map(([stepId, { draft }]) => [stepId, draft] as const)
    if (kept.length > 0) setDrafts((before) => new Map([...kept, ...before]))
  }, [runId])
  // Data cached before the run was claimed may still contain other people's comments.
  const shown = useMemo(() => (data?.comments ?? []).filter(({ isOwn }) => isOwn || !isBlind), [data, isBlind])
  const covered = data ? data.covered + data.comments.length - shown.length : 0
  const { ofSteps, ofRun } = useMemo(() => commentsByStep(shown, new Set(steps.map(({ id }) => id))), [shown, steps])
  const threads = useMemo(() => {
    const known = new Map<string, Thread>(
      [...ofSteps].map(([id, comments]) => [id, { comments, draft: undefined }] as const),
    )
    for (const [stepId, draft] of drafts)
      if (stepId !== null) known.set(stepId, { comments: ofSteps.get(stepId) ?? EMPTY_THREAD.comments, draft })
    return known
  }, [ofSteps, drafts])
  const openComments = useMemo(() => {
    const counts = [...ofSteps].map(([id, own]) => [id, own.filter(({ resolved }) => !resolved).length] as const)
    return new Map(counts.filter(([, count]) => count > 0))
  }, [ofSteps])
  const comment = useCallback((stepId: string | null) => setDrafts((before) => new Map(before).set(stepId, null)), [])
  const closeComment = useCallback(
    (stepId: string | null) => {
      keepWritten(runId, stepId, null)
      setDrafts((before) => new Map([...before].filter(([id]) => id !== stepId)))
    },
    [runId],
  )
  /** Starts a comment on the selected text if it is not too long, or on the current step if nothing is selected. */
  const commentHere = (current: number | null) => {
    const selected = selectedText(frame.current)
    const step = steps[selected?.place ?? current ?? -1]
    if (!step || selected?.isTooLong) return
    const start = selected ? stepText(step).indexOf(selected.quote) : -1
    const quoted = selected && { quote: selected.quote, start: start < 0 ? null : start }
    setDrafts((before) => new Map(before).set(step.id, quoted))
    document.getSelection()?.removeAllRanges()
  }
  return { threads, openComments, ofRun, covered, draftOfRun: drafts.get(null), comment, closeComment, commentHere }
}
