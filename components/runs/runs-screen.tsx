import { Suspense } from 'react'
import { PageHeader } from '@/components/ui/page-header'
import { ColumnMenu } from './column-menu'
import { FilterChips } from './filter-chips'
import { OrderSelect } from './order-select'
import { RunFilterBar } from './run-filter-bar'
import { RunList } from './run-list'
import { RunsSkeleton } from './runs-skeleton'

/** Every run of a project: filter, order, open. */
export function RunsScreen({ project }: { project: string }) {
  return (
    <>
      <PageHeader
        title="Runs"
        finding="Everything the agents sent in, scored on arrival."
        className="mb-4!"
        actions={
          <>
            <OrderSelect />
            <ColumnMenu />
          </>
        }
      />
      <RunFilterBar project={project} />
      <FilterChips />
      <Suspense fallback={<RunsSkeleton />}>
        <RunList project={project} />
      </Suspense>
    </>
  )
}
