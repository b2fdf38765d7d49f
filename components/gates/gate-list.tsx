'use client'

import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { Button } from '@/components/ui/button'
import { toGateListInput } from '@/lib/queries/gate-search'
import { gateQueries } from '@/lib/queries/gates'
import { ClosedGates } from './closed-gates'
import { EmptyGates } from './empty-gates'
import { PendingGates } from './pending-gates'
import { useGateSearch } from './use-gate-search'

/** What waits first, by deadline; below it what was closed, latest first. */
export function GateList({ project }: { project: string }) {
  const search = useDeferredValue(useGateSearch().search)
  const list = useSuspenseInfiniteQuery(gateQueries.list(project, toGateListInput(search)))
  const gates = list.data.pages.flatMap((page) => page.gates)
  const pending = gates.filter((gate) => gate.state === 'pending')
  const closed = gates.filter((gate) => gate.state !== 'pending')
  const isFiltered = search.state !== null || search.kind !== null || search.chain !== null || search.mine
  if (gates.length === 0) return <EmptyGates project={project} isFiltered={isFiltered} />
  return (
    <div className="grid gap-10">
      {pending.length > 0 && <PendingGates project={project} gates={pending} />}
      {closed.length > 0 && <ClosedGates project={project} gates={closed} />}
      {list.hasNextPage && (
        <Button className="justify-self-center" pending={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
          Show more gates
        </Button>
      )}
    </div>
  )
}
