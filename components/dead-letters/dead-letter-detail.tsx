import Link from 'next/link'
import { Countdown } from '@/components/ui/countdown'
import { DefinitionList } from '@/components/ui/definition-list'
import { JsonView } from '@/components/ui/json-view'
import { Panel } from '@/components/ui/panel'
import { AbsoluteTime } from '@/components/ui/time'
import { runHref } from '@/lib/charts/runs-href'
import type { DeadLetter, DeadLetterEvent } from '@/lib/contracts/dead-letters'
import { deadLetterCategoryLabels, whatComesNext } from '@/lib/format/dead-letter-labels'
import { formatPlural } from '@/lib/format/number'
import { AttemptCount, DeadLetterStatusMark } from './dead-letter-status'
import { EventTimeline } from './event-timeline'
import { RetryTime } from './retry-time'

type DeadLetterDetailProps = { project: string; item: DeadLetter; events: readonly DeadLetterEvent[] }

export function DeadLetterDetail({ project, item, events }: DeadLetterDetailProps) {
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
        note={redacted > 0 ? `${formatPlural(redacted, 'secret')} taken out before they were stored` : undefined}
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
    <Link href={runHref(project, runKey)} prefetch={false} className="link break-all">
      {runKey}
    </Link>
  )
}
