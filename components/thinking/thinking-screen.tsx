'use client'

import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useQueryStates } from 'nuqs'
import { useDeferredValue, useRef } from 'react'
import { PartBoundary } from '@/components/domain-ui/part-boundary'
import { KEY_PLACEHOLDER } from '@/components/domain-ui/snippets'
import { useRowKeys } from '@/components/shell/row-keys'
import { SearchBox } from '@/components/shell/search-box'
import { CodeBlock } from '@/components/ui/code-block'
import { Link } from '@/components/ui/link'
import { useSpokenCount } from '@/components/ui/more-rows'
import { PageHeader } from '@/components/ui/page-header'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { ShowMore } from '@/components/ui/show-more'
import { SkeletonRows } from '@/components/ui/skeleton'
import { NoMatches } from '@/components/ui/state-panel'
import { type Column, DataTable } from '@/components/ui/table'
import { RelativeTime } from '@/components/ui/time'
import { useOrigin } from '@/components/ui/use-origin'
import type { SessionRow } from '@/lib/contracts/thinking/sessions'
import { sessionStates } from '@/lib/contracts/vocabulary'
import { formatCount, formatPlural, MISSING } from '@/lib/presentation/format/number'
import { sessionHref } from '@/lib/presentation/links'
import { sessionList, thinkingSearchParsers } from '@/lib/queries/thinking'
import { SessionStateMark, sessionStateLabels } from './thinking-marks'

/** Page of a project's verification sessions. */
export function ThinkingScreen({ project }: { project: string }) {
  return (
    <>
      <PageHeader
        title="Thinking"
        headline="Step-by-step verifications by agents, with every revision and branch."
        className="mb-4!"
      />
      <SessionFilters />
      <PartBoundary fallback={<SkeletonRows rows={8} />} isSteady>
        <SessionList project={project} />
      </PartBoundary>
    </>
  )
}

/** Paginated sessions by last activity. */
function SessionList({ project }: { project: string }) {
  const search = useDeferredValue(useThinkingSearch().search)
  const list = useSuspenseInfiniteQuery(sessionList(project, search))
  const frame = useRef<HTMLDivElement>(null)
  const sessions = list.data.pages.flatMap((page) => page.sessions)
  useRowKeys({ frame, count: sessions.length, title: 'Sessions', noun: 'session' })
  useSpokenCount(search, formatPlural(sessions.length, 'session'), list.hasNextPage)
  if (sessions.length === 0) return <EmptySessions isFiltered={search.text !== null || search.state !== null} />
  return (
    <div ref={frame} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <DataTable
        label="Thinking sessions"
        columns={toColumns(project)}
        rows={sessions}
        keyOf={({ id }) => id}
        rowProps={(_, index) => ({ 'data-row': index })}
      />
      <ShowMore noun="sessions" list={list} rows={sessions.length} className="justify-self-center" />
    </div>
  )
}

const toColumns = (project: string): readonly Column<SessionRow>[] => [
  {
    head: 'Target',
    isRowName: true,
    cellClass: 'w-full max-w-0 sm:min-w-48',
    cell: ({ id, target }) => (
      <>
        <Link href={sessionHref(project, id)} title={target ?? id} className="row-link block truncate font-medium">
          {target ?? <span className="font-mono font-normal text-xs">{id}</span>}
        </Link>
        {target !== null && <span className="block truncate font-mono text-ink-3 text-xs">{id}</span>}
      </>
    ),
  },
  { head: 'State', cell: ({ state }) => <SessionStateMark state={state} /> },
  {
    head: 'Workflow',
    className: 'max-sm:hidden',
    cellClass: 'whitespace-nowrap text-ink-2',
    cell: ({ workflow }) => workflow ?? <span className="text-ink-3">{MISSING}</span>,
  },
  { head: 'Thoughts', numeric: true, className: 'max-sm:hidden', cell: ({ thoughts }) => formatCount(thoughts) },
  {
    head: 'Branches',
    numeric: true,
    className: 'max-sm:hidden',
    cellClass: ({ branches }) => (branches === 0 ? 'text-ink-3' : undefined),
    cell: ({ branches }) => formatCount(branches),
  },
  {
    head: 'Begun by',
    className: 'max-md:hidden',
    cellClass: 'max-w-40 truncate text-ink-2',
    cell: ({ createdBy }) => createdBy,
  },
  {
    head: 'Last active',
    numeric: true,
    cellClass: 'text-ink-2',
    cell: ({ updatedAt }) => <RelativeTime iso={updatedAt} />,
  },
]

/** Empty state: no session matches the filters, or none was started yet, with instructions for starting one. */
function EmptySessions({ isFiltered }: { isFiltered: boolean }) {
  const { clear } = useThinkingSearch()
  const origin = useOrigin()
  if (isFiltered) return <NoMatches noun="sessions" onClear={clear} />
  return (
    <div className="mx-auto grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-3 py-8">
      <div>
        <h2 className="font-medium text-base">No thinking sessions yet</h2>
        <p className="mt-1 text-ink-2 text-sm">
          An agent sends one thought at a time and gets back the next verification step and the tools for it. Try it
          with one of your API keys; the session appears here by itself.
        </p>
      </div>
      <CodeBlock title="Terminal" code={thoughtSnippet(origin)} />
      <p className="text-ink-2 text-sm">
        Send the <code className="font-mono text-xs">session_id</code> of the answer with the next thought. Over MCP the
        tool is <code className="font-mono text-xs">sequential_thinking_qa</code>.
      </p>
    </div>
  )
}

/** Returns a shell command that sends the first thought of a session. */
function thoughtSnippet(origin: string): string {
  return [
    `curl ${origin}/api/v1/quality/sequential_thinking_qa \\`,
    `  -H 'Authorization: Bearer ${KEY_PLACEHOLDER}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '{`,
    '    "thought": "Which Tailwind version is installed? The configuration differs.",',
    '    "thought_number": 1,',
    '    "total_thoughts": 4,',
    '    "next_thought_needed": true,',
    '    "verification_target": "Tailwind CSS version"',
    "  }'",
  ].join('\n')
}

const ANY = 'any'

/** Filters of the sessions: state, and text in the target or id. */
function SessionFilters() {
  const { search, change } = useThinkingSearch()
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      <SearchBox
        noun="sessions"
        placeholder="Target or session id"
        text={search.text}
        onChange={(text) => void change({ text })}
      />
      <SegmentedControl
        label="State"
        value={search.state ?? ANY}
        onChange={(value) => change({ state: sessionStates.find((state) => state === value) ?? null })}
        segments={[
          { value: ANY, label: 'All' },
          ...sessionStates.map((state) => ({ value: state, label: sessionStateLabels[state] })),
        ]}
      />
    </div>
  )
}

/** Filters in the URL. */
function useThinkingSearch() {
  const [search, setSearch] = useQueryStates(thinkingSearchParsers, { scroll: false })
  return { search, change: setSearch, clear: () => void setSearch(null) }
}
