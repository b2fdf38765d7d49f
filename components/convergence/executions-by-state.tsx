'use client'

import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { AttemptLine } from '@/components/charts/attempt-line'
import { ConvergenceWord } from '@/components/charts/attempt-line-small'
import { LargeChart } from '@/components/charts/large-chart'
import { Button } from '@/components/ui/button'
import { MoreRows, useShowMore } from '@/components/ui/more-rows'
import type { ExecutionSummary, ExecutionView } from '@/lib/contracts/executions'
import { prepareAttemptLine } from '@/lib/presentation/charts/prepare-attempt-line'
import {
  attemptTable,
  CONVERGENCE_ORDER,
  executionName,
  oneMoreText,
} from '@/lib/presentation/charts/prepare-convergence'
import { formatCount, formatPlural } from '@/lib/presentation/format/number'
import { convergenceLabels } from '@/lib/presentation/labels/verdicts'
import { type ConvergenceSearch, executionsOfState } from '@/lib/queries/convergence-search'
import { ExecutionTable } from './execution-table'

type State = ExecutionView['state']
type ByStateProps = {
  project: string
  search: ConvergenceSearch
  summary: ExecutionSummary
  /** Shows only one state; null = the first executions of each. */
  onState: (state: State | null) => void
}

/** Executions grouped by convergence state: the first of each state, or all of one. */
export function ExecutionsByState({ project, search, summary, onState }: ByStateProps) {
  const [large, setLarge] = useState<ExecutionView | null>(null)
  const counts = new Map(summary.states.map(({ state, count }) => [state, count]))
  const open = search.state
  const states = open === null ? CONVERGENCE_ORDER.filter((state) => (counts.get(state) ?? 0) > 0) : [open]
  return (
    <>
      {states.length === 0 && <p className="py-4 text-ink-2">No work took more than one attempt in this period.</p>}
      <div className="grid gap-6">
        {states.map((state) => (
          <section key={state} aria-label={convergenceLabels[state]}>
            <header className="flex min-h-8 items-center gap-3">
              <h3>
                <ConvergenceWord state={convergenceLabels[state]} />
              </h3>
              <span className="text-ink-3 text-xs">{countText(counts.get(state) ?? 0, summary.isAll)}</span>
              {open !== null && (
                <Button size="sm" className="ml-auto" onClick={() => onState(null)}>
                  Show every state
                </Button>
              )}
            </header>
            {open === null ? (
              <FirstOfState
                project={project}
                search={search}
                state={state}
                count={counts.get(state) ?? 0}
                onAll={() => onState(state)}
                onLarge={setLarge}
              />
            ) : (
              <AllOfState project={project} search={search} state={state} onLarge={setLarge} />
            )}
          </section>
        ))}
      </div>
      {large && <ExecutionLarge project={project} execution={large} onClose={() => setLarge(null)} />}
    </>
  )
}

const countText = (count: number, isAll: boolean) =>
  isAll ? formatPlural(count, 'execution') : `${formatPlural(count, 'execution')} among the newest`

type OfStateProps = {
  project: string
  search: ConvergenceSearch
  state: State
  onLarge: (execution: ExecutionView) => void
}

function FirstOfState({
  project,
  search,
  state,
  count,
  onAll,
  onLarge,
}: OfStateProps & { count: number; onAll: () => void }) {
  const { data } = useSuspenseInfiniteQuery(executionsOfState(project, search, state))
  const executions = data.pages[0]?.executions ?? []
  return (
    <>
      <ExecutionTable
        project={project}
        label={convergenceLabels[state]}
        executions={executions}
        hasKeys={false}
        hasMore={false}
        onMore={nothing}
        onLarge={onLarge}
      />
      {data.pages[0]?.next && (
        <Button size="sm" variant="ghost" className="mt-1 -ml-2.5" onClick={onAll}>
          Show all {count > executions.length ? formatCount(count) : ''}
          <span className="sr-only"> {convergenceLabels[state].toLowerCase()}</span>
        </Button>
      )}
    </>
  )
}

const nothing = () => undefined

function AllOfState({ project, search, state, onLarge }: OfStateProps) {
  const list = useSuspenseInfiniteQuery(executionsOfState(project, search, state))
  const { data, hasNextPage } = list
  const executions = useMemo(() => data.pages.flatMap((page) => page.executions), [data])
  const showMore = useShowMore(list)
  if (executions.length === 0) return <p className="py-4 text-ink-2">None in this period.</p>
  return (
    <>
      <ExecutionTable
        project={project}
        label={convergenceLabels[state]}
        executions={executions}
        hasKeys
        hasMore={hasNextPage}
        onMore={showMore}
        onLarge={onLarge}
      />
      <MoreRows list={list} />
    </>
  )
}

type ExecutionLargeProps = { project: string; execution: ExecutionView; onClose: () => void }

/** Enlarged chart of an execution: attempts, thresholds, the noise band around the best, and the expected gain of one more attempt. */
function ExecutionLarge({ project, execution, onClose }: ExecutionLargeProps) {
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
