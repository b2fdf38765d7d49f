'use client'

import { useSuspenseQuery } from '@tanstack/react-query'
import { FigureTile } from '@/components/pieces/figure-tile'
import { prepareOverviewFigures } from '@/lib/charts/prepare-overview-figures'
import { overviewQueries } from '@/lib/queries/overview'
import { useShownSearch } from './use-overview-search'

/** Four figures of the period, against the period before. */
export function Figures({ project }: { project: string }) {
  const { shown, input } = useShownSearch()
  const { data } = useSuspenseQuery(overviewQueries.get(project, input))
  return (
    <div className="grid grid-cols-2 gap-x-6 gap-y-6 lg:grid-cols-4">
      {prepareOverviewFigures(data, project, shown).map(({ key, ...figure }) => (
        <FigureTile key={key} {...figure} />
      ))}
    </div>
  )
}
