import type { ExecutionView } from '@/lib/contracts/executions'
import { formatLimit, formatPlural, formatScore } from '../format/number'
import { convergenceLabels } from '../labels/verdicts'
import type { ChartTable } from './chart-parts'
import { type AttemptLineModel, attemptScore, prepareAttemptLine } from './prepare-attempt-line'
import { CONVERGENCE_ORDER, countConvergence, executionHref, executionName } from './prepare-convergence'

type State = ExecutionView['state']

export type ConvergenceItem = { key: string; name: string; line: AttemptLineModel; bestText: string; href: string }

type ConvergenceWallModel = {
  groups: { state: State; label: string; countText: string; items: ConvergenceItem[] }[]
  summary: string
  reading: string
  table: ChartTable
}

/** Prepares recent executions as small attempt lines, grouped by convergence. */
export function prepareConvergenceWall(executions: readonly ExecutionView[], project: string): ConvergenceWallModel {
  const byState = Map.groupBy(executions, (execution) => execution.state)
  const groups = CONVERGENCE_ORDER.flatMap((state) => {
    const own = byState.get(state) ?? []
    if (own.length === 0) return []
    const items = own.map((execution) => itemOf(execution, project))
    return [{ state, label: convergenceLabels[state], countText: formatPlural(own.length, 'execution'), items }]
  })
  return {
    groups,
    summary: summarise(executions, groups),
    reading: readingOf(executions),
    table: tableOf(executions, project),
  }
}

function itemOf(execution: ExecutionView, project: string): ConvergenceItem {
  return {
    key: `${execution.chain} ${execution.key}`,
    name: executionName(execution),
    line: prepareAttemptLine(execution, 'small', project),
    bestText: bestText(execution),
    href: executionHref(execution, project),
  }
}

function bestText({ best, acceptFrom }: ExecutionView): string {
  return formatScore(best?.score, acceptFrom)
}

/** Explains the dashed lines: one threshold for all, or each execution's own. */
function readingOf(executions: readonly ExecutionView[]): string {
  const [limit, ...others] = new Set(executions.map(({ acceptFrom }) => acceptFrom))
  const from = limit !== undefined && others.length === 0 ? formatLimit(limit) : 'there'
  return `A dot for each attempt, the best one larger; dashed: accepted from ${from}.`
}

function summarise(executions: readonly ExecutionView[], groups: ConvergenceWallModel['groups']): string {
  if (executions.length === 0) return 'No work took more than one attempt in this period.'
  const parts = groups.map(({ items, state }) => countConvergence(state, items.length))
  return `The latest ${formatPlural(executions.length, 'execution')} of several attempts: ${parts.join(', ')}.`
}

function tableOf(executions: readonly ExecutionView[], project: string): ChartTable {
  return {
    columns: [
      { label: 'Execution' },
      { label: 'Chain' },
      { label: 'State' },
      { label: 'Scores' },
      { label: 'Best', numeric: true },
    ],
    rows: executions.map((execution) => ({
      key: `${execution.chain} ${execution.key}`,
      cells: [
        execution.key,
        `${execution.chain} ${execution.version}`,
        convergenceLabels[execution.state],
        execution.attempts.map((attempt) => attemptScore(attempt, execution)).join(', '),
        bestText(execution),
      ],
      href: executionHref(execution, project),
    })),
  }
}
