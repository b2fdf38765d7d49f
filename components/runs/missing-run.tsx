'use client'

import Link from 'next/link'
import { useParams } from 'next/navigation'
import { Button } from '@/components/ui/button'
import { StatePanel } from '@/components/ui/state-panel'
import { runsHref } from '@/lib/charts/runs-href'

/** No run of that id: said as such, with the way back. */
export function MissingRun() {
  const { project } = useParams<{ project: string }>()
  return (
    <StatePanel
      state="empty"
      title="There is no such run here"
      action={
        <Button asChild>
          <Link href={runsHref(project)}>All runs</Link>
        </Button>
      }
    >
      No run of this project goes by that id. It may belong to another project.
    </StatePanel>
  )
}
