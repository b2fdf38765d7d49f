'use client'

import { Suspense } from 'react'
import { PageHeader } from '@/components/ui/page-header'
import { SkeletonRows } from '@/components/ui/skeleton'
import { DeadLetterDialog } from './dead-letter-dialog'
import { DeadLetterFilters } from './dead-letter-filters'
import { DeadLetterList } from './dead-letter-list'
import { DeadLettersFinding } from './dead-letters-finding'

/** Operations that failed: retried by themselves where that may help, and by a person where it does not. */
export function DeadLettersScreen({ project }: { project: string }) {
  return (
    <>
      <PageHeader title="Dead letters" finding={<DeadLettersFinding project={project} />} className="mb-4!" />
      <DeadLetterFilters project={project} />
      <Suspense fallback={<SkeletonRows rows={10} />}>
        <DeadLetterList project={project} />
      </Suspense>
      <DeadLetterDialog project={project} />
    </>
  )
}
