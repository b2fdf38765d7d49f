'use client'

import { useMyRole } from '@/components/domain-ui/role'
import { Button } from '@/components/ui/button'
import { Panel } from '@/components/ui/panel'
import { AbsoluteTime } from '@/components/ui/time'
import type { FailureGroupDetail } from '@/lib/contracts/failure-groups'
import { failureEventLabels } from '@/lib/presentation/labels/failures'
import { useUndo } from './act-dialog'

/** Append-only history of a group, newest first. */
export function FailureHistory({ project, data }: { project: string; data: FailureGroupDetail }) {
  const role = useMyRole(project)
  const mayAct = role === 'reviewer' || role === 'admin'
  const undo = useUndo(project)
  const { group, events } = data
  return (
    <Panel title="History">
      <ol className="divide-y border-y text-sm">
        {events.map((event) => (
          <li key={event.id} className="py-2">
            <p className="flex flex-wrap items-center gap-x-2">
              <span className="font-medium">{failureEventLabels[event.kind]}</span>{' '}
              {event.words && <span className="text-ink-2">{event.words}</span>}{' '}
              <span className="text-ink-3">by {event.by}</span>
              <span className="ml-auto flex items-center gap-3">
                {event.canUndo && mayAct && (
                  <Button size="sm" onClick={() => undo(group.fingerprint, event.id)}>
                    Take back
                  </Button>
                )}
                <AbsoluteTime iso={event.at} className="text-ink-3 text-xs" />
              </span>
            </p>
            {event.note && <p className="whitespace-pre-line break-words text-ink-2">{event.note}</p>}
          </li>
        ))}
        <li className="flex items-center gap-2 py-2">
          <span className="font-medium">First seen</span>
          <AbsoluteTime iso={group.firstSeenAt} className="ml-auto text-ink-3 text-xs" />
        </li>
      </ol>
    </Panel>
  )
}
