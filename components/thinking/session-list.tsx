'use client'

import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useDeferredValue, useRef } from 'react'
import { useRowKeys } from '@/components/shell/row-keys'
import { Button } from '@/components/ui/button'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { RelativeTime } from '@/components/ui/time'
import type { SessionRow } from '@/lib/contracts/thinking/sessions'
import { formatCount, MISSING } from '@/lib/format/number'
import { thinkingQueries } from '@/lib/queries/thinking'
import { toSessionListInput } from '@/lib/queries/thinking-search'
import { EmptySessions } from './empty-sessions'
import { SessionStateMark } from './session-state-mark'
import { sessionHref } from './thinking-href'
import { useThinkingSearch } from './use-thinking-search'

/** Sessions by last activity, a page at a time. */
export function SessionList({ project }: { project: string }) {
  const search = useDeferredValue(useThinkingSearch().search)
  const list = useSuspenseInfiniteQuery(thinkingQueries.list(project, toSessionListInput(search)))
  const frame = useRef<HTMLDivElement>(null)
  const sessions = list.data.pages.flatMap((page) => page.sessions)
  useRowKeys({ frame, count: sessions.length, reveal: () => {}, title: 'Sessions', noun: 'session' })
  if (sessions.length === 0) return <EmptySessions isFiltered={search.text !== null || search.state !== null} />
  return (
    <div ref={frame} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Table label="Thinking sessions">
        <TableHead>
          <tr>
            <TableHeader>Target</TableHeader>
            <TableHeader>State</TableHeader>
            <TableHeader>Workflow</TableHeader>
            <TableHeader numeric>Thoughts</TableHeader>
            <TableHeader numeric>Branches</TableHeader>
            <TableHeader className="max-md:hidden">Begun by</TableHeader>
            <TableHeader numeric>Last active</TableHeader>
          </tr>
        </TableHead>
        <TableBody>
          {sessions.map((session, place) => (
            <SessionTableRow key={session.id} project={project} session={session} place={place} />
          ))}
        </TableBody>
      </Table>
      {list.hasNextPage && (
        <Button className="justify-self-center" pending={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
          Show more sessions
        </Button>
      )}
    </div>
  )
}

type SessionTableRowProps = { project: string; session: SessionRow; place: number }

function SessionTableRow({ project, session, place }: SessionTableRowProps) {
  return (
    <TableRow data-row={place} className="relative focus-within:bg-selected">
      <TableCell className="min-w-48 max-w-96">
        <Link
          href={sessionHref(project, session.id)}
          prefetch={false}
          title={session.target ?? session.id}
          className="block truncate rounded-sm font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:-outline-offset-2"
        >
          {session.target ?? <span className="font-mono font-normal text-xs">{session.id}</span>}
        </Link>
      </TableCell>
      <TableCell>
        <SessionStateMark state={session.state} />
      </TableCell>
      <TableCell className="whitespace-nowrap text-ink-2">
        {session.workflow ?? <span className="text-ink-3">{MISSING}</span>}
      </TableCell>
      <TableCell numeric>{formatCount(session.thoughts)}</TableCell>
      <TableCell numeric className={session.branches === 0 ? 'text-ink-3' : undefined}>
        {formatCount(session.branches)}
      </TableCell>
      <TableCell className="max-w-40 truncate text-ink-2 max-md:hidden">{session.createdBy}</TableCell>
      <TableCell numeric className="text-ink-2">
        <RelativeTime iso={session.updatedAt} />
      </TableCell>
    </TableRow>
  )
}
