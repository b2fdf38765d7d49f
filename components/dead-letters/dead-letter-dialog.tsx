'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '@/components/domain-ui/role'
import { StatusShape } from '@/components/domain-ui/status-mark'
import { Button } from '@/components/ui/button'
import { DefinitionList } from '@/components/ui/definition-list'
import { Dialog } from '@/components/ui/dialog'
import { JsonView } from '@/components/ui/json-view'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { SkeletonRows } from '@/components/ui/skeleton'
import { StatePanel } from '@/components/ui/state-panel'
import { AbsoluteTime, Countdown } from '@/components/ui/time'
import { toneText } from '@/components/ui/tone'
import type { DeadLetter, DeadLetterEvent } from '@/lib/contracts/dead-letters'
import { deadLetterActions } from '@/lib/contracts/vocabulary'
import { formatPlural } from '@/lib/presentation/format/number'
import {
  deadLetterActionLabels,
  deadLetterCategoryLabels,
  deadLetterEventLabels,
  whatComesNext,
} from '@/lib/presentation/labels/dead-letters'
import { runHref } from '@/lib/presentation/links'
import { toProblem } from '@/lib/queries/problem'
import { queryOf } from '@/lib/queries/query-of'
import { ActDialog, type RequestedAction } from './act-dialog'
import { useOpenItem } from './dead-letter-filters'
import { AttemptCount, DeadLetterStatusMark, RetryTime } from './dead-letter-status'

/** Dialog of the dead letter in the URL: error, arguments and history. */
export function DeadLetterDialog({ project }: { project: string }) {
  const [id, open] = useOpenItem()
  return id === null ? null : <OpenItem project={project} id={id} onClose={() => void open(null)} />
}

function OpenItem({ project, id, onClose }: { project: string; id: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(
    queryOf('GET /api/v1/dead-letters/{deadLetterId}', { deadLetterId: id }, { project }),
  )
  const [requested, setRequested] = useState<RequestedAction>(null)
  const mayAct = useMay(project, 'reviewer') && data?.item.status === 'pending'
  const problem = error && !data ? toProblem(error, { not_found: 'This dead letter does not exist.' }) : null
  return (
    <>
      <Dialog
        open
        width="lg"
        onOpenChange={(isOpen) => !isOpen && onClose()}
        title={<span className="break-all font-mono text-base">{data?.item.operation ?? 'Dead letter'}</span>}
        actions={
          mayAct &&
          deadLetterActions.toReversed().map((action) => (
            <Button
              key={action}
              variant={action === 'retry' ? 'primary' : 'secondary'}
              onClick={() => setRequested({ action, ids: [id] })}
            >
              {deadLetterActionLabels[action]}
            </Button>
          ))
        }
      >
        {problem ? (
          <StatePanel
            state="error"
            title={problem.message}
            requestId={problem.requestId}
            action={<Button onClick={() => void refetch()}>Try again</Button>}
            compact
          />
        ) : data ? (
          <DeadLetterDetail project={project} item={data.item} events={data.events} />
        ) : (
          <SkeletonRows rows={5} />
        )}
      </Dialog>
      <ActDialog project={project} requested={requested} onClose={() => setRequested(null)} />
    </>
  )
}

type DeadLetterDetailProps = { project: string; item: DeadLetter; events: readonly DeadLetterEvent[] }

function DeadLetterDetail({ project, item, events }: DeadLetterDetailProps) {
  const redacted = JSON.stringify(item.args ?? null).split('[redacted]').length - 1
  return (
    <div className="space-y-5">
      <div>
        <p className="flex flex-wrap items-center gap-x-3">
          <DeadLetterStatusMark item={item} />
          <span>{whatComesNext(item)}</span>
          {item.nextRetry && item.waitsFor === 'backoff' && <RetryTime at={item.nextRetry} whole />}
        </p>
        {item.status === 'retrying' && item.leaseUntil && (
          <p className="text-ink-2 text-sm">
            By {item.leasedBy}. If nothing is heard by then it is pending again:{' '}
            <Countdown deadlineAt={item.leaseUntil} inherit />
          </p>
        )}
      </div>
      <DefinitionList
        items={[
          { term: 'Category', value: deadLetterCategoryLabels[item.category] },
          { term: 'Attempts', value: <AttemptCount item={item} /> },
          { term: 'Added', value: <AbsoluteTime iso={item.createdAt} /> },
          ...(item.runKey ? [{ term: 'Run', value: <RunLink project={project} runKey={item.runKey} /> }] : []),
          ...(item.sessionId ? [{ term: 'Session', value: item.sessionId }] : []),
        ]}
      />
      <Panel title="Latest error">
        <p className="whitespace-pre-wrap break-words font-mono text-xs leading-5">{item.error}</p>
      </Panel>
      <Panel
        title="Arguments"
        note={redacted > 0 ? `${formatPlural(redacted, 'secret')} removed before storing` : undefined}
      >
        <JsonView value={item.args ?? null} name="args" />
      </Panel>
      <Panel title="What happened">
        <EventTimeline events={events} />
      </Panel>
    </div>
  )
}

function RunLink({ project, runKey }: { project: string; runKey: string }) {
  return (
    <Link href={runHref(project, runKey)} className="link break-all">
      {runKey}
    </Link>
  )
}

const marks = {
  added: 'failed',
  asked: 'running',
  retried: 'running',
  failed: 'failed',
  resolved: 'completed',
  abandoned: 'cancelled',
  lease_lost: 'unknown',
} as const
const tones = {
  completed: 'pass',
  failed: 'fail',
  running: 'accent',
  cancelled: 'unknown',
  unknown: 'unknown',
} as const

/** Append-only history of an item, in order. */
function EventTimeline({ events }: { events: readonly DeadLetterEvent[] }) {
  return (
    <ol className="divide-y">
      {events.map((event) => (
        <li key={event.id} className="py-2 text-sm first:pt-0">
          <p className="flex flex-wrap items-center gap-x-2">
            <span className={toneText[tones[marks[event.kind]]]}>
              <StatusShape status={marks[event.kind]} />
            </span>
            <span className="font-medium">{deadLetterEventLabels[event.kind]}</span>{' '}
            <span className="text-ink-2">by {event.by}</span>{' '}
            <AbsoluteTime iso={event.at} className="ml-auto text-ink-3 text-xs" />
          </p>
          {event.note && <p className="whitespace-pre-line break-words pl-6 text-ink-2">{event.note}</p>}
          {event.error && event.kind !== 'added' && (
            <p className="whitespace-pre-wrap break-words pl-6 font-mono text-xs">{event.error}</p>
          )}
        </li>
      ))}
    </ol>
  )
}
