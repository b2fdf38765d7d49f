'use client'

import { useParams } from 'next/navigation'
import { PageNotFound } from '@/components/shell/page-not-found'
import { Link } from '@/components/ui/link'

/** Not-found page of a comparison. */
export function MissingComparison() {
  const { project } = useParams<{ project: string }>()
  return (
    <PageNotFound
      title="Nothing to compare"
      link={(className) => (
        <Link href={`/p/${encodeURIComponent(project)}/chains`} className={className}>
          All chains
        </Link>
      )}
    >
      A comparison needs two runs, or two versions of one chain. One of them may not exist.
    </PageNotFound>
  )
}
