'use client'

import { useMutation } from '@tanstack/react-query'
import { useMyRole } from '@/components/settings/use-my-role'
import { Select } from '@/components/ui/select'
import { toast } from '@/components/ui/toast'
import { actionStatuses } from '@/lib/contracts/vocabulary'
import type { ActionStatus, WeeklyAction } from '@/lib/contracts/weekly/actions'
import { actionStatusLabels } from '@/lib/format/week-words'
import { toProblem } from '@/lib/queries/problem'
import { updateActionMutation } from '@/lib/queries/weekly'

const options = actionStatuses.map((value) => ({ value, label: actionStatusLabels[value] }))

type ActionStatusSelectProps = { project: string; action: WeeklyAction }

/** How an action stands today; whoever may write changes it. */
export function ActionStatusSelect({ project, action }: ActionStatusSelectProps) {
  const update = useMutation(updateActionMutation(project))
  const role = useMyRole(project)
  const change = (status: ActionStatus) =>
    update.mutate(
      { week: action.week, actionId: action.id, status },
      { onError: (error) => toast.error(toProblem(error).message) },
    )
  const word = <span className="text-ink-2">{actionStatusLabels[action.status]}</span>
  if (role === null || role === 'viewer') return word
  return (
    <>
      <span className="hidden print:block">{word}</span>
      <Select
        label={`Status of ${action.text}`}
        value={update.isPending ? update.variables.status : action.status}
        onChange={change}
        options={options}
        className="w-28 print:hidden"
      />
    </>
  )
}
