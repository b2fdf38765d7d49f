'use client'

import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useDeferredValue, useRef } from 'react'
import { useShortcuts } from '@/components/shell/shortcuts'
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
  useRowKeys(frame)
  const sessions = list.data.pages.flatMap((page) => page.sessions)
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
          {sessions.map((session) => (
            <SessionTableRow key={session.id} project={project} session={session} />
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

function SessionTableRow({ project, session }: { project: string; session: SessionRow }) {
  return (
    <TableRow className="relative focus-within:bg-selected">
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

/** j and k move the focus from session to session; Enter then opens it as any link. */
function useRowKeys(frame: React.RefObject<HTMLDivElement | null>) {
  const move = (step: 1 | -1) => {
    const links = [...(frame.current?.querySelectorAll<HTMLElement>('tbody a') ?? [])]
    const at = links.findIndex((link) => link.matches(':focus'))
    links[Math.min(links.length - 1, Math.max(0, at + step))]?.focus()
  }
  useShortcuts('Sessions', [
    { keys: 'j', label: 'Next session', run: () => move(1) },
    { keys: 'k', label: 'Previous session', run: () => move(-1) },
  ])
}
