'use client'

import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useMyRole } from '@/components/settings/use-my-role'
import { Button } from '@/components/ui/button'
import type { WeeklyPage } from '@/lib/contracts/weekly/weeks'
import { metricLabel, metricValue, ownerName } from '@/lib/format/week-words'
import { ActionDialog, type EditedAction } from './action-dialog'
import { ActionStatusSelect } from './action-status-select'

type WeekActionsProps = { project: string; page: WeeklyPage }

/** What is to be done, by whom and until when: written down in the meeting, beside the frozen numbers. */
export function WeekActions({ project, page }: WeekActionsProps) {
  const [edited, setEdited] = useState<EditedAction>(null)
  const role = useMyRole(project)
  const mayWrite = role !== null && role !== 'viewer'
  return (
    <>
      {page.actions.length === 0 && (
        <p className="text-ink-2">None yet. What will be done about this week, and by whom?</p>
      )}
      <ul className="divide-y text-sm">
        {page.actions.map((action) => (
          <li key={action.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
            <div className="min-w-0 flex-1 basis-64">
              <p className="break-words">{action.text}</p>
              <p className="text-ink-2">
                {ownerName(action)}
                {action.dueOn && `, due ${action.dueOn}`}
                {action.metric &&
                  `. ${metricLabel(action.metric)}, now ${metricValue(action.metric, action.metric.value)}`}
              </p>
            </div>
            {mayWrite && (
              <Button
                variant="ghost"
                size="sm"
                className="print:hidden"
                aria-label={`Change ${action.text}`}
                onClick={() => setEdited(action)}
              >
                Change
              </Button>
            )}
            <ActionStatusSelect project={project} action={action} />
          </li>
        ))}
      </ul>
      {mayWrite && (
        <Button icon={<Plus aria-hidden />} className="mt-3 print:hidden" onClick={() => setEdited('new')}>
          Add an action
        </Button>
      )}
      <ActionDialog project={project} page={page} edited={edited} onClose={() => setEdited(null)} />
    </>
  )
}
