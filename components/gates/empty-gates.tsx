'use client'

import { Button } from '@/components/ui/button'
import { StatePanel } from '@/components/ui/state-panel'
import { OpenGateButton } from './open-gate-dialog'
import { useGateSearch } from './use-gate-search'

/** No gate: either none fits the filters, or none has ever opened, and then when one would. */
export function EmptyGates({ project, isFiltered }: { project: string; isFiltered: boolean }) {
  const { clear } = useGateSearch()
  if (isFiltered) {
    return (
      <StatePanel
        state="empty"
        title="No gate fits these filters"
        action={<Button onClick={clear}>Clear filters</Button>}
        compact
      >
        Gates that do will show up here as they open.
      </StatePanel>
    )
  }
  return (
    <StatePanel state="empty" title="No gate has opened yet" action={<OpenGateButton project={project} />}>
      One opens by itself when the live runs of a new version score clearly below the version before it, and for every
      live run that needs a person. You can also ask about a version or a run by hand.
    </StatePanel>
  )
}
