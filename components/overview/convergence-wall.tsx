'use client'

import { useSuspenseQuery } from '@tanstack/react-query'
import { AttemptLineSmall, ConvergenceWord } from '@/components/charts/attempt-line-small'
import { ChartFrame } from '@/components/charts/chart-frame'
import { Link } from '@/components/ui/link'
import { type ConvergenceItem, prepareConvergenceWall } from '@/lib/presentation/charts/prepare-convergence-wall'
import { overviewQueries } from '@/lib/queries/overview-search'
import { useShownSearch } from './overview-filters'

/** Executions with several attempts as small charts, grouped by convergence state. */
export function ConvergenceWall({ project }: { project: string }) {
  const { input } = useShownSearch()
  const { data } = useSuspenseQuery(overviewQueries(project, input).executions)
  const model = prepareConvergenceWall(data.executions, project)
  return (
    <ChartFrame
      title="Convergence"
      summary={model.summary}
      table={model.table}
      reading={model.groups.length > 0 ? model.reading : undefined}
    >
      {model.groups.length === 0 ? (
        <p className="text-ink-2 text-sm">
          Send attempts at the same work with one execution name to see their scores here.
        </p>
      ) : (
        <ul className="@container divide-y border-y">
          {model.groups.map((group) => (
            <li key={group.state} className="grid @md:grid-cols-[8rem_minmax(0,1fr)] gap-x-4 gap-y-1 py-3">
              <p className="flex items-baseline gap-2 @md:block">
                <ConvergenceWord state={group.label} />
                <span className="block text-ink-3 text-xs">{group.countText}</span>
              </p>
              <ul className="flex flex-wrap gap-x-3 gap-y-1">
                {group.items.map((item) => (
                  <li key={item.key}>
                    <Attempts item={item} />
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
    </ChartFrame>
  )
}

function Attempts({ item }: { item: ConvergenceItem }) {
  return (
    <Link
      href={item.href}
      title={`${item.name}. ${item.line.summary}`}
      className="flex items-center gap-1.5 rounded-sm px-1 hover:bg-hover"
    >
      <span className="sr-only">{item.name}. </span>
      <AttemptLineSmall model={item.line} wordHidden />
      <span aria-hidden className="w-9 text-ink-2 text-xs">
        {item.bestText}
      </span>
    </Link>
  )
}
