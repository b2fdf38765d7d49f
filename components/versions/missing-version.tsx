'use client'

import Link from 'next/link'
import { useParams } from 'next/navigation'
import { chainHref } from '@/components/chains/chain-href'
import { Button } from '@/components/ui/button'
import { StatePanel } from '@/components/ui/state-panel'

/** No version of that name: said as such, with the way back to its chain. */
export function MissingVersion() {
  const { project, chain } = useParams<{ project: string; chain: string }>()
  const name = decodeURIComponent(chain)
  return (
    <StatePanel
      state="empty"
      title="There is no such version here"
      action={
        <Button asChild>
          <Link href={chainHref(project, name)}>All versions of {name}</Link>
        </Button>
      }
    >
      It was never published, and no run of this project has named it.
    </StatePanel>
  )
}
