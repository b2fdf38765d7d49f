'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMyRole } from '@/components/settings/use-my-role'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { SkeletonRows } from '@/components/ui/skeleton'
import { StatePanel } from '@/components/ui/state-panel'
import { deadLetterActions } from '@/lib/contracts/vocabulary'
import { deadLetterActionLabels } from '@/lib/format/dead-letter-labels'
import { deadLetterQueries } from '@/lib/queries/dead-letters'
import { toProblem } from '@/lib/queries/problem'
import { ActDialog, type Asked } from './act-dialog'
import { DeadLetterDetail } from './dead-letter-detail'
import { useOpenItem } from './use-dead-letter-search'

/** The item that the address names: what failed, with what, and everything that was done about it. */
export function DeadLetterDialog({ project }: { project: string }) {
  const [id, open] = useOpenItem()
  return id === null ? null : <OpenItem project={project} id={id} onClose={() => void open(null)} />
}

function OpenItem({ project, id, onClose }: { project: string; id: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(deadLetterQueries.detail(project, id))
  const [asked, setAsked] = useState<Asked>(null)
  const role = useMyRole(project)
  const mayAct = (role === 'reviewer' || role === 'admin') && data?.item.status === 'pending'
  const problem = error && !data ? toProblem(error, { not_found: 'There is no such dead letter.' }) : null
  return (
    <>
      <Dialog
        open
        width="lg"
        onOpenChange={(isOpen) => !isOpen && onClose()}
        title={<span className="break-all font-mono text-base">{data?.item.operation ?? 'Dead letter'}</span>}
        actions={
          mayAct &&
          deadLetterActions.toReversed().map((action) => (
            <Button
              key={action}
              variant={action === 'retry' ? 'primary' : 'secondary'}
              onClick={() => setAsked({ action, ids: [id] })}
            >
              {deadLetterActionLabels[action]}
            </Button>
          ))
        }
      >
        {problem ? (
          <StatePanel
            state="error"
            title={problem.message}
            requestId={problem.requestId}
            action={<Button onClick={() => void refetch()}>Try again</Button>}
            compact
          />
        ) : data ? (
          <DeadLetterDetail project={project} item={data.item} events={data.events} />
        ) : (
          <SkeletonRows rows={5} />
        )}
      </Dialog>
      <ActDialog project={project} asked={asked} onClose={() => setAsked(null)} />
    </>
  )
}
