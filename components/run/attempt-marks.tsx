import { AttemptLineSmall } from '@/components/charts/attempt-line-small'
import type { ExecutionView } from '@/lib/contracts/executions'
import { prepareAttemptLine } from '@/lib/presentation/charts/prepare-attempt-line'

/** Inline chart of the scores of a run's attempts. */
export function AttemptMarks({ project, execution }: { project: string; execution: ExecutionView }) {
  return <AttemptLineSmall model={prepareAttemptLine(execution, 'small', project)} />
}
