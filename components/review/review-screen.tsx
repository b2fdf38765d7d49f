'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useQueryStates } from 'nuqs'
import { use, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useQueueEnds } from '@/components/domain-ui/queue-ends'
import { useMyRole } from '@/components/domain-ui/role'
import { writtenOn } from '@/components/transcript/written-comments'
import { Button } from '@/components/ui/button'
import { useGoTo } from '@/components/ui/go-to'
import { LatePart } from '@/components/ui/late-part'
import { Link } from '@/components/ui/link'
import { orMissing } from '@/components/ui/missing-part'
import { ReadOnly } from '@/components/ui/offline'
import { PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { StatePanel } from '@/components/ui/state-panel'
import { announce, toast } from '@/components/ui/toast'
import type { ReviewItem, ReviewQueue } from '@/lib/contracts/review-queue'
import { nextText, progressText, waitingText } from '@/lib/presentation/labels/review-progress'
import { projectHref, runHref } from '@/lib/presentation/links'
import { reviewItemQuery, reviewQueueQuery, reviewSearchParsers } from '@/lib/queries/review-search'
import { QueueFilters } from './queue-filters'
import { ReviewRun, ReviewRunSkeleton } from './review-run'
import { useReviewQueue } from './use-review-queue'
import type { QueueNote } from './use-take-up'

const EmptyQueue = dynamic(orMissing(() => import('./empty-queue'), 'EmptyQueue'))

/** Review queue: one run at a time, most valuable first, with the next one prefetched. */
export function ReviewScreen({ project }: { project: string }) {
  const role = useMyRole(project)
  const isOff = use(ReadOnly)
  const [search] = useQueryStates(reviewSearchParsers)
  const answer = useQuery(reviewQueueQuery(project, search))
  useQueueEnds(project, answer)
  const { data: queue } = answer
  return (
    <>
      <PageHeader
        title="Review"
        headline={
          queue ? (
            role === 'viewer' ? (
              waitingText(queue)
            ) : (
              progressText(queue, search.run === queue.last?.runId)
            )
          ) : (
            <Skeleton className="inline-block h-4.5 w-48" />
          )
        }
        actions={role !== 'viewer' && !isOff && <QueueFilters project={project} queue={queue ?? null} />}
        className="mb-4"
      />
      {role === 'viewer' ? (
        <StatePanel state="denied" title="Only reviewers and admins can review">
          You can read{' '}
          <Link href={projectHref(project, '/runs?flagged=true')} className="link">
            the flagged runs
          </Link>
          . An admin can change your role under Members.
        </StatePanel>
      ) : isOff ? (
        <StatePanel state="denied" title="Nothing is reviewed before the deletion">
          What was decided can still be read in the runs.
        </StatePanel>
      ) : (
        <Reviewing project={project} queue={queue ?? null} />
      )}
    </>
  )
}

function Reviewing({ project, queue }: { project: string; queue: ReviewQueue | null }) {
  const client = useQueryClient()
  const goTo = useGoTo()
  const [search, setSearch] = useQueryStates(reviewSearchParsers, { history: 'replace', scroll: false })
  const { run, ...filters } = search
  const [note, setNote] = useState<QueueNote | null>(null)
  // A change of the address would cancel the navigation to another page, so one that was asked for before is waited for.
  const isLeaving = useRef(false)
  const written = useRef<Promise<unknown>>(Promise.resolve())
  const { items, current, problem, claim, setJudged, advance, replace } = useReviewQueue({
    project,
    search: filters,
    run,
    waiting: queue?.waiting ?? 0,
    onRun: (next) => {
      if (!isLeaving.current) written.current = setSearch({ run: next })
    },
  })
  const { isPending } = useQuery({ ...reviewItemQuery(project, current?.runId ?? ''), enabled: current !== null })
  const { queryKey } = reviewQueueQuery(project, filters)
  const refresh = () => client.invalidateQueries({ queryKey: queryKey.slice(0, 2) })
  const heading = useRef<HTMLHeadingElement>(null)
  // What was done before the run that comes next, once the runs that wait were counted again; null: nothing, the page was opened.
  const done = useRef<Promise<string> | null>(null)
  const arrive = useEffectEvent(() => {
    if (!current || !done.current) return
    // The run brings a bar of its own, which screen readers take for a part of the page.
    void done.current.then((text) => announce(nextText(text, current.clientId, client.getQueryData(queryKey))))
    done.current = null
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  })
  const shown = isPending ? undefined : current?.runId
  useEffect(() => {
    if (shown !== undefined) arrive()
  }, [shown])
  const move = (next: QueueNote | null, toNext: () => void) => {
    setNote(next)
    toNext()
    done.current = refresh().then(() => next?.text ?? '')
  }
  const goOn = (next: QueueNote | null) => {
    if (current && writtenOn(current.runId).size > 0) remind(current)
    move(next, advance)
    window.scrollTo({ top: 0 })
  }
  const remind = ({ runId, clientId }: ReviewItem) =>
    toast.warning(`Your comment on ${clientId} was not sent`, {
      id: `unsent ${runId}`,
      description: 'It is kept there until you close this tab.',
      action: {
        label: 'Open the run',
        onClick: () => {
          isLeaving.current = true
          void written.current.then(() => goTo(runHref(project, runId)))
        },
      },
    })
  const asked = (item: ReviewItem) => {
    // Nothing else brought the run here: it is no longer the user's to review.
    if (item.reasons.length === 0) goOn(null)
    else {
      replace(item)
      void refresh()
    }
  }
  const turn = (next: ReviewItem['runId'] | null, text: string | null) =>
    move(text === null ? null : { text, isVerdict: false, postponed: null }, () => claim(next))
  if (problem)
    return (
      <StatePanel
        state="error"
        title="The queue could not be opened"
        requestId={problem.requestId}
        action={<Button onClick={() => claim(run)}>Try again</Button>}
      >
        {problem.message}
      </StatePanel>
    )
  // One skeleton, in one place, until the run has been claimed and can be read.
  if (items === null || (current && isPending)) return <ReviewRunSkeleton />
  if (current)
    return (
      <ReviewRun
        key={current.runId}
        heading={heading}
        project={project}
        item={current}
        last={queue?.last ?? null}
        note={note}
        onDone={goOn}
        onTurn={turn}
        onChanged={refresh}
        onAsked={asked}
        onJudged={(isJudged) => setJudged(current.runId, isJudged)}
      />
    )
  return (
    <LatePart fallback={<ReviewRunSkeleton />}>
      <EmptyQueue project={project} queue={queue} note={note} onTurn={turn} />
    </LatePart>
  )
}
