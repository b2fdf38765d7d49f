'use client'

import Link from 'next/link'
import { Button } from '@/components/ui/button'
import { StatePanel } from '@/components/ui/state-panel'
import { useRunSearch } from './use-run-search'

/** No run: either none fits the filters, or none has ever come in. */
export function EmptyRuns({ project, isFiltered }: { project: string; isFiltered: boolean }) {
  const { clear } = useRunSearch()
  if (isFiltered) {
    return (
      <StatePanel
        state="empty"
        title="No run fits these filters"
        action={<Button onClick={clear}>Clear filters</Button>}
      >
        Runs that do will show up here as they come in.
      </StatePanel>
    )
  }
  return (
    <StatePanel
      state="empty"
      title="No run has come in yet"
      action={
        <Button variant="primary" asChild>
          <Link href={`/p/${encodeURIComponent(project)}`}>Send the first one</Link>
        </Button>
      }
    >
      Every run that is sent to this project is listed here, scored, a moment later.
    </StatePanel>
  )
}
