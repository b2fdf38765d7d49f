'use client'

import Link from 'next/link'
import { useParams } from 'next/navigation'
import { Button } from '@/components/ui/button'
import { StatePanel } from '@/components/ui/state-panel'

/** No chain of that name: said as such, with the way back. */
export function MissingChain() {
  const { project } = useParams<{ project: string }>()
  return (
    <>
      <h1 className="sr-only">Not found</h1>
      <StatePanel
        state="empty"
        title="There is no such chain here"
        action={
          <Button asChild>
            <Link href={`/p/${encodeURIComponent(project)}/chains`}>All chains</Link>
          </Button>
        }
      >
        No run of this project has named it. It may belong to another project.
      </StatePanel>
    </>
  )
}
