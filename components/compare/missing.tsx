'use client'

import { useParams } from 'next/navigation'
import { MissingItem } from '@/components/shell/missing-item'

/** Not-found page of a comparison. */
export function MissingComparison() {
  const { project } = useParams<{ project: string }>()
  return (
    <MissingItem title="Nothing to compare" href={`/p/${encodeURIComponent(project)}/chains`} label="All chains">
      A comparison needs two runs, or two versions of one chain. One of them may not exist.
    </MissingItem>
  )
}
