'use client'

import { useMutation } from '@tanstack/react-query'
import { toast } from '@/components/ui/toast'
import type { OutputOf } from '@/lib/contracts/contract'
import type { actOnDeadLetters, DeadLetterAction } from '@/lib/contracts/dead-letters'
import { formatPlural } from '@/lib/format/number'
import { actOnDeadLettersMutation } from '@/lib/queries/dead-letters'
import { toProblem } from '@/lib/queries/problem'

const done: Record<DeadLetterAction, string> = {
  retry: 'due for a retry',
  resolve: 'resolved',
  abandon: 'abandoned',
}
const REASONS_SHOWN = 3

/** Moves items and says what became of them, one by one where some were refused. */
export function useAct(project: string) {
  return useMutation({
    ...actOnDeadLettersMutation(project),
    onSuccess: (answer, { action }) => tell(answer, action),
    onError: (error) => {
      const problem = toProblem(error)
      toast.error(problem.message, { description: problem.requestId && `Request ${problem.requestId}` })
    },
  })
}

function tell({ done: count, refused, results }: OutputOf<typeof actOnDeadLetters>, action: DeadLetterAction) {
  const moved = count > 0 ? `${formatPlural(count, 'dead letter')} ${done[action]}` : 'Nothing was changed'
  if (refused === 0) return void toast.success(moved)
  const reasons = [...new Set(results.flatMap((result) => result.error ?? []))]
  const more = reasons.length > REASONS_SHOWN ? `, and ${reasons.length - REASONS_SHOWN} other reasons` : ''
  toast.warning(`${moved}; ${formatPlural(refused, 'was', 'were')} left as ${refused === 1 ? 'it is' : 'they are'}`, {
    description: `${reasons.slice(0, REASONS_SHOWN).join('; ')}${more}.`,
    duration: 10_000,
  })
}
