'use client'

import { Suspense } from 'react'
import { PageHeader } from '@/components/ui/page-header'
import { SkeletonRows } from '@/components/ui/skeleton'
import { GateFilters } from './gate-filters'
import { GateList } from './gate-list'
import { GatesFinding } from './gates-finding'
import { OpenGateButton } from './open-gate-dialog'

/** Questions that only a person answers: those that wait, and the record of those that were closed. */
export function GatesScreen({ project }: { project: string }) {
  return (
    <>
      <PageHeader
        title="Gates"
        finding={<GatesFinding project={project} />}
        actions={<OpenGateButton project={project} />}
      />
      <GateFilters project={project} />
      <Suspense fallback={<SkeletonRows rows={6} />}>
        <GateList project={project} />
      </Suspense>
    </>
  )
}
