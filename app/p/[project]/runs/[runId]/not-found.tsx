'use client'

import { useParams } from 'next/navigation'
import { MissingItem } from '@/components/shell/missing-item'
import { runsHref } from '@/lib/presentation/links'

/** Shown for an unknown run id, with a link to all runs. */
export default function RunNotFound() {
  const { project } = useParams<{ project: string }>()
  return (
    <MissingItem title="Run not found" href={runsHref(project)} label="All runs">
      No run in this project has this id. It was deleted, or belongs to another project.
    </MissingItem>
  )
}
