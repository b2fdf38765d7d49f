'use client'

import { useParams } from 'next/navigation'
import { MissingItem } from '@/components/shell/missing-item'
import { projectHref } from '@/lib/presentation/links'

/** Not-found page of a comparison. */
export function MissingComparison() {
  const { project } = useParams<{ project: string }>()
  return (
    <MissingItem title="Nothing to compare" href={projectHref(project, '/chains')} label="All chains">
      A comparison needs two runs, or two versions of one chain. One of them may not exist.
    </MissingItem>
  )
}
