import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useRunActions, useSeenDigest } from '@/components/domain-ui/run-actions'
import { forgetUnsentVerdict } from '@/components/run/unsent-verdict'
import { showRefusal } from '@/components/ui/say-refused'
import type { giveVerdict } from '@/lib/contracts/blind-reviews'
import type { InputOf } from '@/lib/contracts/contract'
import type { ReviewItem, ReviewQueue } from '@/lib/contracts/review-queue'
import { uncapital } from '@/lib/presentation/format/text'
import { agreementWord, deskBrief, hasDisagreed, verdictOn } from '@/lib/presentation/labels/reveal'
import { isOfLostProject, toProblem } from '@/lib/queries/problem'
import { mutationOf } from '@/lib/queries/query-of'
import { reviewItemQuery, setLastVerdict } from '@/lib/queries/review-search'
import { useAutoAdvance } from './queue-filters'
import type { GivenVerdict } from './reveal'
import type { RubricAnswers } from './rubric-answers'

export type Verdict = Pick<InputOf<typeof giveVerdict>, 'verdict' | 'rating' | 'reason'>

export type ReviewVerdictOptions = {
  project: string
  item: ReviewItem
  /** Digest of the run as it is now. */
  evidenceDigest: string
  form: RubricAnswers
  /** Version of the rubric that the form shows. */
  rubricVersion: number
  last: ReviewQueue['last']
  /** Called when the run is done by a verdict, with a message to show with the next one. */
  onDone: (text: string | null) => void
  onTurn: (runId: string | null, note: string | null) => void
  onChanged: () => void
  /** Called when a verdict is sent, and when it is refused. */
  onJudged: (isJudged: boolean) => void
  /** Called when the hidden scores and verdicts are revealed or hidden again. */
  onShown: (isShown: boolean) => void
}

/** Submits, revises and undoes the verdict on a run under review. */
export function useReviewVerdict(props: ReviewVerdictOptions) {
  const { project, item, evidenceDigest, form, rubricVersion, last, onDone, onTurn, onChanged, onJudged, onShown } =
    props
  const client = useQueryClient()
  const { mutationKey, isUnderWay } = useRunActions(item.runId)
  const [isAuto] = useAutoAdvance()
  const [open, setOpen] = useState<'reject' | 'rate' | null>(null)
  const [chosen, setChosen] = useState<Verdict | null>(null)
  const [given, setGiven] = useState<GivenVerdict | null>(null)
  const [seen, rereads] = useSeenDigest(evidenceDigest)
  // Until the next run is there, a key would be a second verdict on this one.
  const isDone = useRef(false)
  const done = (text: string | null) => {
    isDone.current = true
    onDone(text)
  }
  const onError = (error: unknown) => {
    const problem = toProblem(error, { not_found: 'This run no longer exists.' })
    const wrong = [...new Set(Object.values(problem.fields))].join(' ')
    showRefusal('Not recorded', { ...problem, message: wrong || problem.message })
  }
  // `changes` is empty: live events invalidate the queries, so that the next run does not wait for refetches.
  const give = useMutation({
    ...mutationOf('POST /api/v1/review/runs/{runId}/verdict', { project, changes: [] }),
    mutationKey,
    onError,
  })
  const undoVerdict = useMutation({
    ...mutationOf('POST /api/v1/runs/{runId}/reviews/{decisionId}/undo', { project, changes: [] }),
    mutationKey,
    onError,
  })
  const isPending = give.isPending || undoVerdict.isPending
  // The answer to a verdict given here may come after the event that reports it.
  const isOwn = give.isPending || last?.decisionId === give.data?.decision.id
  const elsewhere = given === null && !isOwn && last?.runId === item.runId ? last : null
  const judgedElsewhere = useEffectEvent(() => onJudged(true))
  const isElsewhere = elsewhere !== null
  useEffect(() => {
    if (isElsewhere) judgedElsewhere()
  }, [isElsewhere])
  const submit = (verdict: Verdict) => {
    if (isUnderWay() || isDone.current) return
    const isRevision = given !== null
    onJudged(true)
    give.mutate(
      {
        runId: item.runId,
        ...verdict,
        answers: form.given,
        rubric: rubricVersion,
        evidenceDigest: seen,
        ...(given && { revises: given.decision.id }),
      },
      {
        onSuccess: (answer) => {
          forgetUnsentVerdict(item.runId)
          const { id: decisionId, verdict: word, decidedAt: at } = answer.decision
          setLastVerdict(client, project, { runId: item.runId, clientId: item.clientId, decisionId, verdict: word, at })
          setOpen(null)
          if (isRevision) return done(noteOf(item, answer, 'Changed'))
          if (isAuto && !hasDisagreed(answer.reveal)) return done(noteOf(item, answer))
          setGiven(answer)
          setChosen(null)
          onShown(true)
          onChanged()
        },
        onError: (error) => {
          onJudged(isRevision || isElsewhere)
          const { code, fields } = toProblem(error)
          // Shows the run and its questions as they are now, with the answers that still fit.
          void client.invalidateQueries({ queryKey: reviewItemQuery(project, item.runId).queryKey })
          if (code === 'stale_evidence') rereads()
          if (Object.keys(fields).some((field) => /^(?:rubric|answers)/.test(field))) setChosen(verdict)
          // Taken by someone else, or deleted: no verdict can be given here anymore.
          const isTaken = !isRevision && !isElsewhere && code === 'conflict'
          if (isTaken || (code === 'not_found' && !isOfLostProject(error))) onTurn(null, null)
        },
      },
    )
  }
  const undone = given ? { runId: item.runId, decisionId: given.decision.id } : last
  return {
    open,
    setOpen(next: typeof open) {
      if (next === null || !isUnderWay()) setOpen(next)
    },
    chosen,
    given,
    /** The user's verdict on this run that was given in another window meanwhile. */
    elsewhere,
    isPending,
    /** The verdict that is being sent. */
    sent: give.isPending ? give.variables.verdict : null,
    missing: chosen ? form.missing : null,
    submit,
    /** Submits a verdict immediately, unless a required rubric answer is missing. */
    choose(verdict: Verdict) {
      setOpen(null)
      if (form.missing === null) return submit(verdict)
      setChosen(verdict)
      form.setActive(form.items.indexOf(form.missing.item))
    },
    keep() {
      // While a change of the verdict is sent, its answer goes on.
      if (!isUnderWay() && !isDone.current) done(given ? noteOf(item, given) : null)
    },
    canUndo: undone !== null,
    undo() {
      if (!undone || isUnderWay()) return
      const { runId, decisionId } = undone
      undoVerdict.mutate(
        { runId, decisionId },
        {
          onSuccess: () => {
            setLastVerdict(client, project, null)
            // Its answers come back into the form.
            void client.invalidateQueries({ queryKey: reviewItemQuery(project, runId).queryKey })
            setGiven(null)
            setChosen(null)
            onShown(false)
            onTurn(runId, 'Verdict taken back. The run is yours again.')
          },
        },
      )
    },
  }
}

function noteOf({ clientId }: ReviewItem, { decision, reveal }: GivenVerdict, changed?: string): string {
  const said = verdictOn(decision, clientId)
  const word = changed ? `${changed}: ${uncapital(said)}` : said
  const agreed = changed || reveal.others.length === 0 ? null : agreementWord(reveal)
  return [`${word}.`, deskBrief(reveal), agreed].filter(Boolean).join(' ')
}
