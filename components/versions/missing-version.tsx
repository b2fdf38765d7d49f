'use client'

import Link from 'next/link'
import { useParams } from 'next/navigation'
import { PageNotFound } from '@/components/shell/page-not-found'
import { chainHref } from '@/lib/charts/chain-href'

/** No version of that name: said as such, with the way back to its chain. */
export function MissingVersion() {
  const { project, chain } = useParams<{ project: string; chain: string }>()
  const name = decodeURIComponent(chain)
  return (
    <PageNotFound
      title="There is no such version here"
      link={
        <Link href={chainHref(project, name)}>
          <span className="max-w-64 truncate">All versions of {name}</span>
        </Link>
      }
    >
      It was never published, and no run of this project has named it.
    </PageNotFound>
  )
}
