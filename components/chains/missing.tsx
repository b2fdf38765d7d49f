'use client'

import { useParams } from 'next/navigation'
import { MissingItem } from '@/components/shell/missing-item'
import { chainHref, projectHref } from '@/lib/presentation/links'
import { textOfSegment } from '@/lib/presentation/text-of-segment'

/** Not-found page of a chain. */
export function MissingChain() {
  const { project } = useParams<{ project: string }>()
  return (
    <MissingItem title="Chain not found" href={projectHref(project, '/chains')} label="All chains">
      No run in this project uses it. It may belong to another project.
    </MissingItem>
  )
}

/** Not-found page of a version. */
export function MissingVersion() {
  const { project, chain } = useParams<{ project: string; chain: string }>()
  const name = textOfSegment(chain)
  return (
    <MissingItem
      title="Version not found"
      href={chainHref(project, name)}
      label={<span className="max-w-64 truncate">All versions of {name}</span>}
    >
      It was never published, and no run in this project uses it.
    </MissingItem>
  )
}
