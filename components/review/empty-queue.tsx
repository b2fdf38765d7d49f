'use client'

import { useMutation } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useQueryStates } from 'nuqs'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useShortcuts } from '@/components/shell/shortcuts'
import { Button } from '@/components/ui/button'
import { focusFirst } from '@/components/ui/heirs'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { sayRefused } from '@/components/ui/say-refused'
import { StatePanel } from '@/components/ui/state-panel'
import { AbsoluteTime } from '@/components/ui/time'
import { announce } from '@/components/ui/toast'
import type { ReviewQueue } from '@/lib/contracts/review-queue'
import { formatListed, formatPlural } from '@/lib/presentation/format/number'
import { runsHref } from '@/lib/presentation/links'
import { mutationOf } from '@/lib/queries/query-of'
import { reviewSearchParsers } from '@/lib/queries/review-search'
import { type Postponed, type QueueNote, useTakeUp } from './use-take-up'

type EmptyQueueProps = {
  project: string
  queue: ReviewQueue | null
  note: QueueNote | null
  onTurn: (runId: string | null, note: string | null) => void
}

/** Empty state of the queue: clear the filters, undo the last verdict, or resume held runs. */
export function EmptyQueue({ project, queue, note, onTurn }: EmptyQueueProps) {
  const [search, setSearch] = useQueryStates(reviewSearchParsers, { history: 'replace' })
  const isFiltered = search.chain !== null || search.reason !== null || search.assigned === true
  const hasReviewed = note !== null || (queue?.doneToday ?? 0) > 0
  const title = isFiltered ? 'Nothing here needs you' : hasReviewed ? 'All reviewed' : 'Nothing to review'
  const arrive = useEffectEvent(() => {
    if (note) announce(`${note.text} ${title}.`)
    const main = document.getElementById('main')
    if (note && main && document.activeElement === document.body) focusFirst([main])
  })
  useEffect(() => arrive(), [])
  const elsewhere = (queue?.everything ?? 0) - (queue?.waiting ?? 0)
  return (
    <div className="grid gap-6">
      <StatePanel
        state="empty"
        title={title}
        action={
          isFiltered && elsewhere > 0 ? (
            <Button
              variant="primary"
              // Whoever has just finished what matched goes on with Enter.
              autoFocus={note !== null}
              onClick={() => void setSearch({ chain: null, reason: null, assigned: null, run: null })}
            >
              {queue?.exact.everything
                ? `Show all ${formatPlural(elsewhere, 'run')} that wait`
                : 'Show all runs that wait'}
            </Button>
          ) : (
            <Button asChild>
              <Link href={runsHref(project)}>View runs</Link>
            </Button>
          )
        }
      >
        {note && <>{note.text} </>}
        {summaryOf(queue, isFiltered)}
      </StatePanel>
      {note?.postponed ? (
        <TakeUp project={project} postponed={note.postponed} onTurn={onTurn} />
      ) : (
        queue?.last && <UndoLastVerdict project={project} last={queue.last} onTurn={onTurn} />
      )}
      {queue && queue.held.length > 0 && <Held project={project} queue={queue} onTurn={onTurn} />}
    </div>
  )
}

type UndoLastVerdictProps = {
  project: string
  last: NonNullable<ReviewQueue['last']>
  onTurn: EmptyQueueProps['onTurn']
}

/** Button that undoes the user's last verdict. */
function UndoLastVerdict({ project, last, onTurn }: UndoLastVerdictProps) {
  const undo = useMutation({
    ...mutationOf('POST /api/v1/runs/{runId}/reviews/{decisionId}/undo', { project, changes: [] }),
    onSuccess: () => onTurn(last.runId, 'Verdict taken back. The run is yours again.'),
    onError: sayRefused('Not taken back'),
  })
  const undoLast = () => {
    if (!undo.isPending) undo.mutate({ runId: last.runId, decisionId: last.decisionId })
  }
  return (
    <Back label="Take my last verdict back" onBack={undoLast} isPending={undo.isPending}>
      Take back the verdict on {last.clientId}
    </Back>
  )
}

type TakeUpProps = { project: string; postponed: Postponed; onTurn: EmptyQueueProps['onTurn'] }

/** Button that takes up the run that was put off last. */
function TakeUp({ project, postponed, onTurn }: TakeUpProps) {
  const takeUp = useTakeUp(project, onTurn)
  return (
    <Back label="Take the last run up again" onBack={() => takeUp(postponed)}>
      Take it back
    </Back>
  )
}

type BackProps = { label: string; onBack: () => void; isPending?: boolean; children: ReactNode }

function Back({ label, onBack, isPending = false, children }: BackProps) {
  useShortcuts('Review', [{ keys: 'u', label, run: onBack }])
  return (
    <p className="text-center max-lg:[&_kbd]:hidden">
      <Button variant="ghost" icon={<Undo2 aria-hidden />} shortcut="u" pending={isPending} onClick={onBack}>
        {children}
      </Button>
    </p>
  )
}

function summaryOf(queue: ReviewQueue | null, isFiltered: boolean): string {
  if (!queue || isFiltered) return ''
  const others = queue.withOthers > 0 ? ` Others are reviewing ${formatPlural(queue.withOthers, 'run')} right now.` : ''
  const done = queue.doneToday ? `You reviewed ${formatPlural(queue.doneToday, 'run')}. Nothing is waiting. ` : ''
  return `${done}Runs that need a person appear here automatically: escalated and failed ones, disagreements, and a random sample.${others}`
}

type HeldProps = { project: string; queue: ReviewQueue; onTurn: EmptyQueueProps['onTurn'] }

/** Runs held by the user, each with a button to resume it. */
function Held({ project, queue: { held, heldByMe }, onTurn }: HeldProps) {
  const move = useMutation(mutationOf('POST /api/v1/review/runs/{runId}/move', { project, changes: ['review'] }))
  return (
    <Panel
      title="Held by you"
      note={formatListed(held.length, 'that return first', heldByMe) || formatPlural(heldByMe, 'run')}
    >
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
                move.mutate(
                  { runId: item.runId, action: 'release', replaces: item.held?.userId },
                  { onSuccess: () => onTurn(item.runId, null) },
                )
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
