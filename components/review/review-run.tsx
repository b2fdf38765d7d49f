'use client'

import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import dynamic from 'next/dynamic'
import { type RefObject, useEffect, useMemo, useState } from 'react'
import { LoadProblem } from '@/components/domain-ui/load-problem'
import { unsentKeys } from '@/components/run/unsent-verdict'
import { AnswerMarks } from '@/components/transcript/answer-marks'
import { LatePart } from '@/components/ui/late-part'
import { orMissing } from '@/components/ui/missing-part'
import { Skeleton } from '@/components/ui/skeleton'
import type { BlindRun } from '@/lib/contracts/blind-reviews'
import type { ReviewItem, ReviewQueue } from '@/lib/contracts/review-queue'
import { cutMiddle } from '@/lib/presentation/format/text'
import { findingWords, readableFindings } from '@/lib/presentation/labels/findings'
import { withUnread } from '@/lib/presentation/labels/unread'
import { reviewItemQuery } from '@/lib/queries/review-search'
import { QueueActions } from './queue-actions'
import { ReviewHead } from './review-head'
import { ReviewVerdictBar } from './review-verdict-bar'
import { useRubricAnswers } from './rubric-answers'
import { RubricForm } from './rubric-form'
import type { QueueNote } from './use-take-up'

type ReviewRunProps = {
  project: string
  item: ReviewItem
  /** Takes the focus when the run comes after another one. */
  heading: RefObject<HTMLHeadingElement | null>
  /** The user's last verdict, for undo. */
  last: ReviewQueue['last']
  note: QueueNote | null
  onDone: (note: QueueNote | null) => void
  onTurn: (runId: string | null, note: string | null) => void
  onChanged: () => void
  /** Called with the run as it waits after people were asked for a verdict, or no longer are. */
  onAsked: (item: ReviewItem) => void
  /** Called when a verdict is sent, and when it is refused. */
  onJudged: (isJudged: boolean) => void
}

/** A run under review: the reason it is queued, its transcript, the rubric, and the sticky verdict bar. */
export function ReviewRun(props: ReviewRunProps) {
  const { project, item, heading, last, note, onDone, onTurn, onChanged, onAsked, onJudged } = props
  const { data, error, refetch } = useQuery(reviewItemQuery(project, item.runId))
  const rubric = data?.rubric ?? null
  const form = useRubricAnswers(rubric?.items ?? [], data?.undone?.answers ?? [], unsentKeys.answers(item.runId))
  const [step, setStep] = useState<string | null>(null)
  // The rubric's version when the hidden parts were shown, null before: answers to questions changed since can be given again.
  const [shownAt, setShownAt] = useState<number | null>(null)
  // Checks contain a judge's scores, which a blind reviewer must not see.
  const read = useMemo(() => data && { ...withUnread(data.detail), checks: [] }, [data])
  if (error && !data)
    return <LoadProblem title="This run could not be loaded" error={error} onRetry={() => refetch()} />
  if (!data || !read) return <ReviewRunSkeleton />
  const hasRubric = rubric !== null && rubric.items.length > 0
  return (
    <>
      {/* Findings stand before the steps, and beside them where they have a column of their own. */}
      <div
        className={clsx(
          'grid gap-x-10 gap-y-6',
          hasRubric
            ? 'lg:grid-cols-[minmax(0,58rem)_19rem] lg:grid-rows-[repeat(2,auto)_1fr]'
            : hasFindings(data.detail) &&
                'min-[88rem]:grid-cols-[minmax(0,58rem)_minmax(0,1fr)] min-[88rem]:grid-rows-[auto_1fr]',
        )}
      >
        <div className="min-w-0 max-w-[58rem]">
          <ReviewHead project={project} item={item} run={data.detail.run} heading={heading} onAsked={onAsked} />
          {read.output !== undefined && (
            <div className="mt-5 lg:hidden">
              <LatePart>
                <AnswerMarks issues={read.issues}>
                  <PayloadView title="Answer" name="output" value={read.output} missing="No answer." />
                </AnswerMarks>
              </LatePart>
            </div>
          )}
        </div>
        {hasFindings(data.detail) && (
          <div
            className={clsx(
              'min-w-0 max-w-[58rem]',
              !hasRubric &&
                'min-[88rem]:sticky min-[88rem]:top-16 min-[88rem]:col-start-2 min-[88rem]:row-span-2 min-[88rem]:row-start-1 min-[88rem]:self-start',
            )}
          >
            <Findings detail={data.detail} onSelect={setStep} />
          </div>
        )}
        <div className="min-w-0 max-w-[58rem]">
          <RunTranscript
            project={project}
            detail={read}
            isBlind={data.isBlind && shownAt === null}
            selected={step}
            onSelect={setStep}
          />
        </div>
        {hasRubric && (
          <aside
            aria-label="Rubric"
            className="min-w-0 lg:sticky lg:top-16 lg:col-start-2 lg:row-span-3 lg:row-start-1 lg:-mr-1 lg:max-h-[calc(100dvh-10rem)] lg:self-start lg:overflow-y-auto lg:pr-1"
          >
            <RubricForm
              items={rubric.items}
              nodes={data.detail.nodes}
              form={form}
              isLocked={shownAt === rubric.version}
            />
          </aside>
        )}
      </div>
      <ReviewVerdictBar
        project={project}
        item={item}
        evidenceDigest={data.detail.evidenceDigest}
        isBlind={data.isBlind}
        undone={data.undone}
        form={form}
        rubricVersion={rubric?.version ?? 0}
        last={last}
        note={note}
        onDone={(text) => onDone(text === null ? null : { text, isVerdict: true, postponed: null })}
        onTurn={onTurn}
        onChanged={onChanged}
        onJudged={onJudged}
        onShown={(isShown) => setShownAt(isShown ? (rubric?.version ?? 0) : null)}
        actions={
          <QueueActions
            project={project}
            item={item}
            onGone={(text, undo) =>
              onDone(
                text === null
                  ? null
                  : { text, isVerdict: false, postponed: undo === undefined ? null : { runId: item.runId, undo } },
              )
            }
            onAsked={onAsked}
          />
        }
      />
    </>
  )
}

export function ReviewRunSkeleton() {
  // While the run is claimed and loaded, so is what it is read with.
  useEffect(() => void loadTranscript().catch(() => undefined), [])
  return (
    <div role="status" aria-label="Loading the next run" className="max-w-[58rem]">
      <Skeleton className="h-5 w-80 max-w-full" />
      <Skeleton className="mt-3 h-4 w-96 max-w-full" />
      <Skeleton className="mt-8 h-4 w-24" />
      <Skeleton className="mt-3 h-24 w-full" />
      <Skeleton className="mt-8 h-4 w-24" />
      <Skeleton className="mt-3 h-40 w-full" />
    </div>
  )
}

const PayloadView = dynamic(orMissing(() => import('@/components/domain-ui/payload-view'), 'PayloadView'))

// Loaded lazily: the queue is shown before the first transcript.
const loadTranscript = () => import('@/components/transcript/run-transcript')
const RunTranscript = dynamic(orMissing(loadTranscript, 'RunTranscript'))

/** About ten lines of the column. */
const FINDING_MAX = 380
const QUOTE_MAX = 220

const hasFindings = ({ issues, sources }: BlindRun) => issues.length > 0 || sources.length > 0

type FindingProps = { issue: BlindRun['issues'][number]; isStep: boolean; onSelect: (stepId: string) => void }

/** A finding in words; a press leads to its step, or to the answer that it quotes. */
function Finding({ issue, isStep, onSelect }: FindingProps) {
  const { before, quote, after } = findingWords(issue)
  const most = quote === null ? QUOTE_MAX : FINDING_MAX
  const [start, end] = [before, after].map((text) => cutMiddle(text, most))
  if (!isStep && quote === null) return <span title={before}>{start}</span>
  return (
    <button
      type="button"
      title={`${before}${quote ?? ''}${after}`}
      onClick={() => onSelect(isStep ? issue.field : '@answer')}
      className={clsx('text-left', quote === null && 'link')}
    >
      {start} {quote !== null && <span className="link">{cutMiddle(quote, QUOTE_MAX)}</span>}
      {end}
    </button>
  )
}

type FindingsProps = { detail: BlindRun; onSelect: (stepId: string) => void }

/** What was found in the run, the findings of a step with a link to it, and the sources. */
function Findings({ detail: { issues, sources, nodes }, onSelect }: FindingsProps) {
  return (
    <div className="grid gap-4">
      {issues.length > 0 && (
        <section aria-label="Findings">
          <h2 className="mb-1 text-sm">Findings</h2>
          <ul className="grid gap-1.5 text-sm">
            {readableFindings(issues).map((issue) => (
              <li key={`${issue.stage} ${issue.type} ${issue.field} ${issue.message}`} className="wrap-anywhere">
                <Finding issue={issue} isStep={nodes.some(({ id }) => id === issue.field)} onSelect={onSelect} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {sources.length > 0 && (
        <details>
          <summary className="min-h-7 py-1 text-sm">Sources {sources.length}</summary>
          <ul className="grid gap-3 pt-1 text-sm">
            {sources.map((source) => (
              <li key={source.id} className="break-words">
                <span className="eyebrow block font-mono">{source.id}</span>
                {source.text}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
