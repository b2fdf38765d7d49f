'use client'

import Link from 'next/link'
import { useParams } from 'next/navigation'
import { Button } from '@/components/ui/button'
import { StatePanel } from '@/components/ui/state-panel'
import { chainHref } from '@/lib/charts/chain-href'

/** No version of that name: said as such, with the way back to its chain. */
export function MissingVersion() {
  const { project, chain } = useParams<{ project: string; chain: string }>()
  const name = decodeURIComponent(chain)
  return (
    <>
      <h1 className="sr-only">Not found</h1>
      <StatePanel
        state="empty"
        title="There is no such version here"
        action={
          <Button asChild>
            <Link href={chainHref(project, name)}>
              <span className="max-w-64 truncate">All versions of {name}</span>
            </Link>
          </Button>
        }
      >
        It was never published, and no run of this project has named it.
      </StatePanel>
    </>
  )
}
