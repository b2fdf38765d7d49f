import Link from 'next/link'
import { DeadLetterStatusMark } from '@/components/dead-letters/dead-letter-status'
import { deadLettersHref } from '@/components/dead-letters/dead-letters-href'
import { Panel } from '@/components/ui/panel'
import { RelativeTime } from '@/components/ui/time'
import type { RunDetail } from '@/lib/contracts/run-detail'
import { whatComesNext } from '@/lib/format/dead-letter-labels'
import { formatCount, formatPlural } from '@/lib/format/number'

type DeadLettersPanelProps = { project: string; runKey: string; deadLetters: RunDetail['deadLetters'] }

/** Operations of the run that failed for good, the newest first; each opens in the list of this run's. */
export function DeadLettersPanel({ project, runKey, deadLetters: { total, newest } }: DeadLettersPanelProps) {
  if (total === 0) return null
  return (
    <Panel title="Dead letters" note={formatPlural(total, 'failed operation')}>
      <ul className="divide-y">
        {newest.map((item) => (
          <li key={item.id} className="py-2 text-sm first:pt-0">
            <p className="flex items-center gap-3">
              <Link
                href={deadLettersHref(project, { runId: runKey, item: item.id })}
                className="link min-w-0 flex-1 truncate font-mono text-xs"
              >
                {item.operation}
              </Link>
              <DeadLetterStatusMark item={item} />
            </p>
            <p className="line-clamp-2 break-words text-ink-2 text-xs">{item.error}</p>
            <p className="text-ink-3 text-xs">
              {whatComesNext(item)} Since <RelativeTime iso={item.createdAt} />
            </p>
          </li>
        ))}
      </ul>
      {total > newest.length && (
        <Link href={deadLettersHref(project, { runId: runKey })} className="link mt-2 inline-block text-sm">
          All {formatCount(total)} of this run
        </Link>
      )}
    </Panel>
  )
}
