import { Suspense } from 'react'
import { PageHeader } from '@/components/ui/page-header'
import { SkeletonRows } from '@/components/ui/skeleton'
import { SessionFilters } from './session-filters'
import { SessionList } from './session-list'

/** The verifications that agents think through step by step. */
export function ThinkingScreen({ project }: { project: string }) {
  return (
    <>
      <PageHeader
        title="Thinking"
        finding="Verifications that agents think through step by step, with every revision and branch."
        className="mb-4!"
      />
      <SessionFilters />
      <Suspense fallback={<SkeletonRows rows={8} />}>
        <SessionList project={project} />
      </Suspense>
    </>
  )
}
