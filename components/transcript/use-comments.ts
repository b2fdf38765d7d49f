import { useQuery } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useMemo, useState } from 'react'
import { useHeldKeys } from '@/components/ui/held-keys'
import { lazyComponent, useLazyComponent } from '@/components/ui/lazy-component'
import type { CommentView } from '@/lib/contracts/comments'
import { commentsByStep } from '@/lib/presentation/transcript/comments'
import type { Step } from '@/lib/presentation/transcript/step'
import { stepText } from '@/lib/presentation/transcript/text'
import { commentsQuery } from '@/lib/queries/run-parts'
import { stepAt } from './reading'
import { selectedText } from './selected-text'
import { type Draft, keepWritten, restoreWritten, writtenOn } from './written-comments'

export type Thread = {
  comments: readonly CommentView[]
  /** Undefined if no comment is being written here. */
  draft: Draft | undefined
}

export const commentParts = lazyComponent(() => import('./comment-parts'))

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
  const { data } = useQuery(commentsQuery(project, runId))
  // Those before the newest, as far as they are loaded.
  const [older, setOlder] = useState<readonly CommentView[]>([])
  // By step; null = the run as a whole.
  const [drafts, setDrafts] = useState<ReadonlyMap<string | null, Draft>>(
    () => new Map([...writtenOn(runId)].map(([stepId, { draft }]) => [stepId, draft])),
  )
  useEffect(() => {
    const kept = [...restoreWritten(runId)].map(([stepId, { draft }]) => [stepId, draft] as const)
    if (kept.length > 0) setDrafts((before) => new Map([...kept, ...before]))
  }, [runId])
  const { ofSteps, ofRun, covered } = useMemo(() => {
    const all = [...older, ...(data?.comments ?? [])]
    // Data cached before the run was claimed may still contain other people's comments.
    const shown = all.filter(({ isOwn }) => isOwn || !isBlind)
    const covered = (data?.covered ?? 0) + all.length - shown.length
    return { ...commentsByStep(shown, new Set(steps.map(({ id }) => id))), covered }
  }, [older, data, isBlind, steps])
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
  // What is typed before the form is there belongs to it; elsewhere it would give a verdict.
  const [begun, setBegun] = useState<string | null>()
  const form = useLazyComponent(commentParts, begun !== undefined)
  useHeldKeys(begun !== undefined && form === null, () => closeComment(begun ?? null))
  const begin = useCallback((stepId: string | null, draft: Draft) => {
    setDrafts((before) => new Map(before).set(stepId, draft))
    setBegun(stepId)
  }, [])
  const comment = useCallback((stepId: string | null) => begin(stepId, null), [begin])
  const closeComment = useCallback(
    (stepId: string | null) => {
      keepWritten(runId, stepId, null)
      setDrafts((before) => new Map([...before].filter(([id]) => id !== stepId)))
      setBegun(undefined)
    },
    [runId],
  )
  /**
   * Starts a comment on the selected text if it is not too long, or on the current step if nothing is selected. One that was begun there
   * gets the focus.
   */
  const commentHere = (current: number | null) => {
    const selected = selectedText(frame.current)
    const place = selected?.place ?? current ?? -1
    const step = steps[place]
    if (!step || selected?.isTooLong) return
    const field = fieldOn(frame.current, place)
    field?.focus()
    if (field && !selected) return
    const start = selected ? stepText(step).indexOf(selected.quote) : -1
    begin(step.id, selected && { quote: selected.quote, start: start < 0 ? null : start })
    document.getSelection()?.removeAllRanges()
  }
  return {
    threads,
    openComments,
    ofRun,
    newest: data,
    setOlder,
    covered,
    draftOfRun: drafts.get(null),
    comment,
    closeComment,
    commentHere,
  }
}

const fieldOn = (frame: HTMLElement | null, place: number) =>
  stepAt(frame, place)?.querySelector<HTMLElement>('form[aria-label="New comment"] textarea')
