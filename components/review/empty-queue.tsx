'use client'

import { useMutation } from '@tanstack/react-query'
import Link from 'next/link'
import { useQueryStates } from 'nuqs'
import { Button } from '@/components/ui/button'
import { Panel } from '@/components/ui/panel'
import { StatePanel } from '@/components/ui/state-panel'
import { AbsoluteTime } from '@/components/ui/time'
import type { ReviewQueue } from '@/lib/contracts/review-queue'
import { formatPlural } from '@/lib/presentation/format/number'
import { runsHref } from '@/lib/presentation/links'
import { mutationOf } from '@/lib/queries/query-of'
import { reviewSearchParsers } from '@/lib/queries/review-search'

type EmptyQueueProps = {
  project: string
  queue: ReviewQueue | null
  note: string | null
  onTurn: (runId: string | undefined, note: string | null) => void
}

/** Nothing waits: a good moment, and what is left to do with it. */
export function EmptyQueue({ project, queue, note, onTurn }: EmptyQueueProps) {
  const [search, setSearch] = useQueryStates(reviewSearchParsers, { history: 'replace' })
  const isFiltered = search.chain !== null || search.reason !== null || search.assigned === true
  const elsewhere = (queue?.everything ?? 0) - (queue?.waiting ?? 0)
  return (
    <div className="grid gap-6">
      <StatePanel
        state="empty"
        title={isFiltered ? 'Nothing of this waits for you' : 'All reviewed'}
        action={
          isFiltered && elsewhere > 0 ? (
            <Button
              variant="primary"
              onClick={() => void setSearch({ chain: null, reason: null, assigned: null, run: null })}
            >
              Show all {formatPlural(elsewhere, 'run')} that wait
            </Button>
          ) : (
            <Button asChild>
              <Link href={runsHref(project)}>Look at the runs</Link>
            </Button>
          )
        }
      >
        {note && <>{note} </>}
        {summaryOf(queue, isFiltered)}
      </StatePanel>
      {queue && queue.held.length > 0 && <Held project={project} held={queue.held} onTurn={onTurn} />}
    </div>
  )
}

function summaryOf(queue: ReviewQueue | null, isFiltered: boolean): string {
  if (!queue || isFiltered) return ''
  const others =
    queue.withOthers > 0 ? ` Other people have ${formatPlural(queue.withOthers, 'run')} at the moment.` : ''
  const done = queue.doneToday > 0 ? `You reviewed ${formatPlural(queue.doneToday, 'run')}. ` : ''
  return `${done}Nothing waits for a person. New runs show up here by themselves.${others}`
}

type HeldProps = { project: string; held: ReviewQueue['held']; onTurn: EmptyQueueProps['onTurn'] }

/** What I hold until later, to take it up again at once. */
function Held({ project, held, onTurn }: HeldProps) {
  const move = useMutation(mutationOf('POST /api/v1/review/runs/{runId}/move', { project, changes: ['review'] }))
  return (
    <Panel title="Held by you" note={formatPlural(held.length, 'run')}>
      <ul className="divide-y">
        {held.map((item) => (
          <li key={item.runId} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 text-sm">
            <span className="min-w-0 flex-1 basis-48">
              <span className="block truncate font-medium">{item.clientId}</span>
              <span className="text-ink-2 text-xs">
                Until <AbsoluteTime iso={item.held?.until ?? null} />
                {item.held?.why && `: ${item.held.why}`}
              </span>
            </span>
            <Button
              size="sm"
              pending={move.isPending}
              onClick={() =>
                move.mutate({ runId: item.runId, action: 'release' }, { onSuccess: () => onTurn(item.runId, null) })
              }
            >
              Review now
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
