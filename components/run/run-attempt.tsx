import { AttemptLineSmall } from '@/components/charts/attempt-line-small'
import type { RunDetail } from '@/lib/contracts/run-detail'
import { prepareAttemptLine } from '@/lib/presentation/charts/prepare-attempt-line'
import { attemptText } from '@/lib/presentation/labels/attempts'

/** Which attempt of its execution a run is, beside the scores of all. */
export function RunAttempt({ project, detail }: { project: string; detail: RunDetail }) {
  const { execution } = detail
  return (
    <span className="inline-flex items-center gap-2">
      {attemptText(detail)}
      {execution && execution.attempts.length > 1 && (
        <AttemptLineSmall model={prepareAttemptLine(execution, 'small', project)} />
      )}
    </span>
  )
}
