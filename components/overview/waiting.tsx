'use client'

import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { gateKindLabels } from '@/components/domain-ui/gate-mark'
import { useQueueEnds } from '@/components/domain-ui/queue-ends'
import { useMyRole } from '@/components/domain-ui/role'
import { useShortcuts } from '@/components/shell/shortcuts'
import { useGoTo } from '@/components/ui/go-to'
import { Kbd } from '@/components/ui/kbd'
import { Link } from '@/components/ui/link'
import { Skeleton } from '@/components/ui/skeleton'
import { Countdown, useTimeZone } from '@/components/ui/time'
import type { listChains } from '@/lib/contracts/chains'
import type { OutputOf } from '@/lib/contracts/contract'
import type { searchFailures } from '@/lib/contracts/failures'
import { prepareWorse, type WorseVersion } from '@/lib/presentation/charts/prepare-worse'
import { formatCount, formatPlural } from '@/lib/presentation/format/number'
import { failureName, failureStatusLabels, failureStatusNote } from '@/lib/presentation/labels/failures'
import { reviewReasonLabels } from '@/lib/presentation/labels/review'
import { formatWaiting, queueText } from '@/lib/presentation/labels/review-progress'
import { chainsHref, failureHref, gateHref, projectHref, reviewQueueHref } from '@/lib/presentation/links'
import { overviewQueries, WAITING } from '@/lib/queries/overview-search'
import { useShownSearch } from './overview-filters'
import { PanelBoundary } from './panel-boundary'

type PanelProps = { project: string }

/** Lists of what needs a person: open gates, next runs to review, and regressed versions; each with a shortcut. */
export function Waiting({ project }: PanelProps) {
  return (
    <div className="grid gap-x-8 gap-y-6 lg:max-xl:[&>:last-child]:col-span-2 lg:grid-cols-2 xl:grid-cols-3">
      <PanelBoundary title="Open gates" fallback={<ListSkeleton />} isSteady>
        <WaitingGates project={project} />
      </PanelBoundary>
      <PanelBoundary title="Next to review" fallback={<ListSkeleton />} isSteady>
        <NextToReview project={project} />
      </PanelBoundary>
      <PanelBoundary title="Got worse" fallback={<ListSkeleton />} isSteady>
        <GotWorse project={project} />
      </PanelBoundary>
    </div>
  )
}

/** Open gates, most urgent first. */
function WaitingGates({ project }: PanelProps) {
  const { input } = useShownSearch()
  const { gates, counts } = useSuspenseQuery(overviewQueries(project, input).gates).data
  return (
    <WaitingList
      title="Open gates"
      note={
        counts.pending === 0
          ? 'No decisions are waiting.'
          : `${formatPlural(counts.pending, 'gate waits', 'gates wait')} for a person.`
      }
      all={projectHref(project, '/gates')}
      keys="1"
      items={gates.map((gate) => ({
        key: gate.id,
        href: gateHref(project, gate.id),
        title: gate.title,
        detail: `${gateKindLabels[gate.kind]} · ${gate.chain} ${gate.version}`,
        aside: <Countdown compact deadlineAt={gate.deadlineAt} />,
      }))}
      empty="A gate opens when a version gets worse or a run needs a person."
    />
  )
}

/** Runs in the review queue by reason; a run counts under each of its reasons. */
function NextToReview({ project }: PanelProps) {
  const { shown, input } = useShownSearch()
  const answer = useSuspenseQuery(overviewQueries(project, input).queue)
  useQueueEnds(project, answer)
  const queue = answer.data
  const chain = shown.chain.length === 1 ? shown.chain[0] : undefined
  return (
    <WaitingList
      title="Next to review"
      note={queueText(queue, useMyRole(project) !== 'viewer')}
      all={reviewQueueHref(project, { chain })}
      keys="2"
      items={queue.reasons.slice(0, WAITING).map(({ reason, count }) => ({
        key: reason,
        href: reviewQueueHref(project, { chain, reason }),
        title: reviewReasonLabels[reason],
        detail: null,
        aside: formatWaiting(count, queue.exact.waiting),
      }))}
      empty="Failed runs, disagreements and random samples appear here."
    />
  )
}

/** Newest versions that score lower than their predecessor, largest drop first; then failures that came back or escalate. */
function GotWorse({ project }: PanelProps) {
  const { input } = useShownSearch()
  const queries = overviewQueries(project, input)
  const timeZone = useTimeZone()
  const { chains, drops } = useSuspenseQuery(queries.chains).data
  const { groups, counts } = useSuspenseQuery(queries.worseFailures).data
  const versions = prepareWorse(chains, project).map((version) => ({ ...version, aside: <Drop version={version} /> }))
  const failures = groups.map((group) => ({
    key: group.fingerprint,
    href: failureHref(project, group.fingerprint),
    title: failureName(group),
    detail: [failureStatusLabels[group.status], failureStatusNote(group, timeZone)].filter(Boolean).join(' '),
    aside: formatPlural(group.roots + group.cascades, 'failure'),
  }))
  return (
    <WaitingList
      title="Got worse"
      note={[drops && worseText(drops), counts && failuresText(counts)].filter(Boolean).join(' ')}
      all={chainsHref(project, 'largest_drop')}
      keys="3"
      items={[...versions, ...failures].slice(0, WAITING)}
      empty="Versions that score below the one before them, and failures that come back or escalate, appear here."
    />
  )
}

type Drops = NonNullable<OutputOf<typeof listChains>['drops']>

function worseText({ compared, worse, confidenceCompared }: Drops): string {
  if (compared === 0) return 'No chain has two versions to compare.'
  const found =
    worse === 0
      ? `None of ${formatPlural(compared, 'compared version that still stands', 'compared versions that still stand')}`
      : `${formatCount(worse)} of ${formatPlural(compared, 'compared version')}`
  return confidenceCompared < compared
    ? `${found}; confidence compared for the ${formatCount(confidenceCompared)} that ran last.`
    : `${found}.`
}

type FailureCounts = NonNullable<OutputOf<typeof searchFailures>['counts']>

function failuresText({ regressed, escalating }: FailureCounts): string | null {
  const count = regressed + escalating
  return count === 0
    ? null
    : `${formatPlural(count, 'kind of failure comes', 'kinds of failure come')} back or ${count === 1 ? 'escalates' : 'escalate'}.`
}

function Drop({ version }: { version: WorseVersion }) {
  return (
    <span className={version.tone === 'fail' || version.tone === 'review' ? 'font-medium text-fail-fg' : 'text-ink-2'}>
      {version.changeText}
    </span>
  )
}

type WaitingListProps = {
  title: string
  note: string
  /** Path of the full list. */
  all: string
  /** Shortcut that opens the first item. */
  keys: string
  items: readonly { key: string; href: string; title: ReactNode; detail: string | null; aside: ReactNode }[]
  /** Text of the empty state. */
  empty: string
}

/** A short list with a constant minimum height. */
function WaitingList({ title, note, all, keys, items, empty }: WaitingListProps) {
  const id = useId()
  const goTo = useGoTo()
  const first = items[0]?.href ?? all
  useShortcuts('Overview', [{ keys, label: `${title}: open the first`, run: () => goTo(first) }])
  return (
    <section aria-labelledby={id} className={LIST_HEIGHT}>
      <header className="flex items-baseline justify-between gap-3">
        <h2 id={id} className="text-base">
          {title}
        </h2>
        <Link href={all} className="link text-ink-2 text-sm pointer-coarse:-mx-2 pointer-coarse:px-2">
          All<span className="sr-only">: {title}</span>
        </Link>
      </header>
      <p className="text-ink-2 text-sm sm:truncate" title={note}>
        {note}
      </p>
      {items.length === 0 && <p className="mt-3 text-ink-3 text-sm">{empty}</p>}
      <ul className="mt-1 divide-y">
        {items.map(({ key, href, title: name, detail, aside }, place) => (
          <li key={key}>
            <Link href={href} className="flex min-h-12 items-center justify-between gap-4 py-1 hover:bg-hover">
              <span className="min-w-0">
                <span className="line-clamp-2 font-medium text-sm">{name}</span>
                {detail !== null && <span className="line-clamp-2 text-ink-3 text-xs">{detail}</span>}
              </span>
              <span className="flex shrink-0 items-center gap-3 text-sm">
                {place === 0 && <Kbd>{keys}</Kbd>}
                {aside}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Room for the heading, the note and three rows. */
const LIST_HEIGHT = 'min-w-0 border-t pt-4 lg:min-h-56'

function ListSkeleton() {
  return (
    <div role="status" aria-label="Loading" className={LIST_HEIGHT}>
      <Skeleton className="h-5 w-28" />
      <Skeleton className="mt-1 h-4 w-40" />
      {['first', 'second', 'third'].map((row) => (
        <div key={row} className="flex h-12 items-center justify-between gap-4">
          <Skeleton className="h-4 w-2/3" />
          <Skeleton className="h-4 w-12" />
        </div>
      ))}
    </div>
  )
}
