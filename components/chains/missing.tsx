'use client'

import { useParams } from 'next/navigation'
import { PageNotFound } from '@/components/shell/page-not-found'
import { Link } from '@/components/ui/link'
import { chainHref } from '@/lib/presentation/links'

/** Not-found page of a chain. */
export function MissingChain() {
  const { project } = useParams<{ project: string }>()
  return (
    <PageNotFound
      title="Chain not found"
      link={(className) => (
        <Link href={`/p/${encodeURIComponent(project)}/chains`} className={className}>
          All chains
        </Link>
      )}
    >
      No run in this project uses it. It may belong to another project.
    </PageNotFound>
  )
}

/** Not-found page of a version. */
export function MissingVersion() {
  const { project, chain } = useParams<{ project: string; chain: string }>()
  const name = decodeURIComponent(chain)
  return (
    <PageNotFound
      title="Version not found"
      link={(className) => (
        <Link href={chainHref(project, name)} className={className}>
          <span className="max-w-64 truncate">All versions of {name}</span>
        </Link>
      )}
    >
      It was never published, and no run in this project uses it.
    </PageNotFound>
  )
}
