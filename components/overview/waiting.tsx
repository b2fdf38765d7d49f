'use client'

import { useSuspenseQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { type ReactNode, useId } from 'react'
import { gateKindLabels } from '@/components/domain-ui/gate-marks'
import { gateHref } from '@/components/domain-ui/hrefs'
import { StatusMark } from '@/components/domain-ui/status-mark'
import { useShortcuts } from '@/components/shell/shortcuts'
import { Kbd } from '@/components/ui/kbd'
import { Skeleton } from '@/components/ui/skeleton'
import { Countdown, RelativeTime } from '@/components/ui/time'
import type { RunFlag } from '@/lib/contracts/primitives'
import { prepareWorse, type WorseVersion } from '@/lib/presentation/charts/prepare-worse'
import { formatCount, formatPlural } from '@/lib/presentation/format/number'
import { flagLabels } from '@/lib/presentation/labels/verdicts'
import { runHref, runsHref } from '@/lib/presentation/links'
import { overviewQueries, WAITING } from '@/lib/queries/overview-search'
import { useShownSearch } from './overview-filters'
import { PanelBoundary } from './panel-boundary'

type PanelProps = { project: string }

/** What waits for a person: gates, the next runs to review, and what got worse, each one key away. */
export function Waiting({ project }: PanelProps) {
  return (
    <div className="grid gap-x-8 gap-y-6 lg:grid-cols-3">
      <PanelBoundary title="Open gates" fallback={<ListSkeleton />}>
        <WaitingGates project={project} />
      </PanelBoundary>
      <PanelBoundary title="Next to review" fallback={<ListSkeleton />}>
        <NextToReview project={project} />
      </PanelBoundary>
      <PanelBoundary title="Got worse" fallback={<ListSkeleton />}>
        <GotWorse project={project} />
      </PanelBoundary>
    </div>
  )
}

/** Gates that wait for a person, the most urgent first. */
function WaitingGates({ project }: PanelProps) {
  const { input } = useShownSearch()
  const { gates, counts } = useSuspenseQuery(overviewQueries(project, input).gates).data
  return (
    <WaitingList
      title="Open gates"
      note={
        counts.pending === 0
          ? 'Nothing waits for a decision.'
          : `${formatPlural(counts.pending, 'gate waits', 'gates wait')} for a person.`
      }
      all={`/p/${encodeURIComponent(project)}/gates`}
      keys="1"
      items={gates.map((gate) => ({
        key: gate.id,
        href: gateHref(project, gate.id),
        title: gate.title,
        detail: `${gateKindLabels[gate.kind]} · ${gate.chain} ${gate.version}`,
        aside: <Countdown compact deadlineAt={gate.deadlineAt} />,
      }))}
      empty="One opens when a version turns out worse, or when a run needs a person."
    />
  )
}

const GRAVE: readonly RunFlag[] = ['vetoed', 'failed', 'contradicted', 'blocked']

/** The runs that a person should look at next, and where to look at all of them. */
function useNextToReview(project: string) {
  const { shown, input } = useShownSearch()
  const { figures, toReview } = overviewQueries(project, input)
  const { flagged } = useSuspenseQuery(figures).data
  const { runs } = useSuspenseQuery(toReview).data
  const href = runsHref(project, { flagged: 'true', range: shown.range, chain: shown.chain.join(',') })
  return { count: flagged, runs, href }
}

function NextToReview({ project }: PanelProps) {
  const { count, runs, href } = useNextToReview(project)
  return (
    <WaitingList
      title="Next to review"
      note={count === 0 ? 'No run needs a look.' : `${formatPlural(count, 'run')} to look at.`}
      all={href}
      keys="2"
      items={runs.map((run) => ({
        key: run.id,
        href: runHref(project, run.id),
        title: (
          <>
            <StatusMark
              status={run.flag && GRAVE.includes(run.flag) ? 'fail' : 'review'}
              word={run.flag ? flagLabels[run.flag] : undefined}
            />{' '}
            <span className="font-normal text-ink-2">{run.clientId}</span>
          </>
        ),
        detail: `${run.chain} ${run.version}`,
        aside: <RelativeTime iso={run.occurredAt} className="text-ink-3 text-xs" />,
      }))}
      empty="Runs that fail, break their contract, score low or that nobody could decide on come here."
    />
  )
}

/** Newest versions that score lower than the one before them, the largest drop first. */
function GotWorse({ project }: PanelProps) {
  const { shown, input } = useShownSearch()
  const { chains } = useSuspenseQuery(overviewQueries(project, input).chains).data
  const { worse, compared } = prepareWorse(chains, project, shown.chain)
  return (
    <WaitingList
      title="Got worse"
      note={
        compared === 0
          ? 'No chain has two versions to compare.'
          : worse.length === 0
            ? `Nothing, of ${formatPlural(compared, 'newest version')}.`
            : `${formatCount(worse.length)} of ${formatPlural(compared, 'newest version')}.`
      }
      all={`/p/${encodeURIComponent(project)}/chains`}
      keys="3"
      items={worse.slice(0, WAITING).map((version) => ({ ...version, aside: <Drop version={version} /> }))}
      empty="Newest versions that score below the one before them come here."
    />
  )
}

function Drop({ version }: { version: WorseVersion }) {
  return (
    <span className={version.tone === 'fail' ? 'font-medium text-fail-fg' : 'text-ink-2'}>{version.changeText}</span>
  )
}

type WaitingListProps = {
  title: string
  note: string
  /** Where all of them are. */
  all: string
  /** The key that opens the first. */
  keys: string
  items: readonly { key: string; href: string; title: ReactNode; detail: string; aside: ReactNode }[]
  /** What would be here. */
  empty: string
}

/** A short list of one height, however much is in it. */
function WaitingList({ title, note, all, keys, items, empty }: WaitingListProps) {
  const id = useId()
  const router = useRouter()
  const first = items[0]?.href ?? all
  useShortcuts('Overview', [{ keys, label: `${title}: open the first`, run: () => router.push(first) }])
  return (
    <section aria-labelledby={id} className={LIST_HEIGHT}>
      <header className="flex items-baseline justify-between gap-3">
        <h2 id={id} className="text-base">
          {title}
        </h2>
        <Link href={all} className="link text-ink-2 text-sm">
          All<span className="sr-only">: {title}</span>
        </Link>
      </header>
      <p className="truncate text-ink-2 text-sm">{note}</p>
      {items.length === 0 && <p className="mt-3 text-ink-3 text-sm">{empty}</p>}
      <ul className="mt-1 divide-y">
        {items.map(({ key, href, title: name, detail, aside }, place) => (
          <li key={key}>
            <Link href={href} className="flex h-12 items-center justify-between gap-4 hover:bg-hover">
              <span className="min-w-0">
                <span className="block truncate font-medium text-sm">{name}</span>
                <span className="block truncate text-ink-3 text-xs">{detail}</span>
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

/** Head, note and three rows. */
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
