'use client'

import Link from 'next/link'
import { useParams } from 'next/navigation'
import { PageNotFound } from '@/components/shell/page-not-found'

/** No chain of that name: said as such, with the way back. */
export function MissingChain() {
  const { project } = useParams<{ project: string }>()
  return (
    <PageNotFound
      title="There is no such chain here"
      link={<Link href={`/p/${encodeURIComponent(project)}/chains`}>All chains</Link>}
    >
      No run of this project has named it. It may belong to another project.
    </PageNotFound>
  )
}
