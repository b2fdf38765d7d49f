'use client'

import { AttemptLine } from '@/components/charts/attempt-line'
import { LargeChart } from '@/components/charts/large-chart'
import type { ExecutionView } from '@/lib/contracts/executions'
import { prepareAttemptLine } from '@/lib/presentation/charts/prepare-attempt-line'
import { attemptTable, executionName, oneMoreText } from '@/lib/presentation/charts/prepare-convergence'

type ExecutionLargeProps = { project: string; execution: ExecutionView; onClose: () => void }

/** Enlarged chart of an execution: attempts, thresholds, the noise band around the best, and the expected gain of one more attempt. */
export function ExecutionLarge({ project, execution, onClose }: ExecutionLargeProps) {
  const more = oneMoreText(execution)
  const line = prepareAttemptLine(execution, 'large', project)
  return (
    <LargeChart
      title={executionName(execution)}
      summary={line.summary}
      table={attemptTable(execution, project)}
      reading="Band: within 0.02 of the best, which counts as no change."
      onClose={onClose}
    >
      <div className="mx-auto max-w-[56rem] [&_svg]:max-w-none!">
        <AttemptLine model={line} narrow={prepareAttemptLine(execution, 'medium', project)} />
      </div>
      {more && (
        <p className="mt-3 text-ink-2 text-sm">
          One more attempt: {more.gain} expected ({more.title}){more.advice && `, so ${more.advice}`}.
        </p>
      )}
    </LargeChart>
  )
}
