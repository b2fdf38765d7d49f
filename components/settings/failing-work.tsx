'use client'

import { useQuery } from '@tanstack/react-query'
import { navHref } from '@/components/shell/nav-items'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { AbsoluteTime, RelativeTime } from '@/components/ui/time'
import type { FailingWork as Failing } from '@/lib/contracts/work'
import { formatPlural } from '@/lib/presentation/format/number'
import { queryOf } from '@/lib/queries/query-of'

/** Background work of the project that keeps failing, for admins; renders nothing if there is none. */
export function FailingWork({ project }: { project: string }) {
  const { data } = useQuery(queryOf('GET /api/v1/work/failing', {}, { project }))
  if (!data || data.failing.length === 0) return null
  return (
    <Panel
      title="Work that keeps failing"
      note="Each is retried with growing pauses, up to an hour, without blocking other work. See the server log for details."
    >
      <ul id="failing-work" className="divide-y border-y">
        {data.failing.map((work) => (
          <Item key={`${work.kind} ${work.item}`} project={project} work={work} />
        ))}
      </ul>
    </Panel>
  )
}

function Item({ project, work }: { project: string; work: Failing }) {
  const { name, link, error, attempts, failingSince, nextAttemptAt } = work
  return (
    <li className="grid gap-1 py-3 text-sm">
      <p>
        {link ? (
          <Link href={navHref(project, link)} className="text-accent-fg hover:underline">
            {name}
          </Link>
        ) : (
          name
        )}
      </p>
      <p className="break-words text-ink-2 text-xs">{error}</p>
      <p className="text-ink-3 text-xs">
        {formatPlural(attempts, 'attempt')} since <RelativeTime iso={failingSince} />. Next:{' '}
        <AbsoluteTime iso={nextAttemptAt} />
      </p>
    </li>
  )
}
