import { Suspense } from 'react'
import { PageHeader } from '@/components/ui/page-header'
import { SkeletonRows } from '@/components/ui/skeleton'
import { ChainList } from './chain-list'

/** Every chain of a project: what serves, and how its newest version does. */
export function ChainsScreen({ project }: { project: string }) {
  return (
    <>
      <PageHeader
        title="Chains"
        finding="What the agents run, by version, each judged against the version before it."
      />
      <Suspense fallback={<SkeletonRows rows={6} />}>
        <ChainList project={project} />
      </Suspense>
    </>
  )
}
