'use client'

import { useParams } from 'next/navigation'
import { PageNotFound } from '@/components/shell/page-not-found'
import { Link } from '@/components/ui/link'
import { runsHref } from '@/lib/presentation/links'

export default function RunNotFound() {
  return <MissingRun />
}

/** Shown for an unknown run id, with a link to all runs. */
function MissingRun() {
  const { project } = useParams<{ project: string }>()
  return (
    <PageNotFound
      title="Run not found"
      link={(className) => (
        <Link href={runsHref(project)} className={className}>
          All runs
        </Link>
      )}
    >
      No run in this project has this id. It may belong to another project.
    </PageNotFound>
  )
}
