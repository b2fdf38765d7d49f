'use client'

import { useMutation, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { ShowMore } from '@/components/ui/show-more'
import { StatePanel } from '@/components/ui/state-panel'
import { DataTable } from '@/components/ui/table'
import { RelativeTime } from '@/components/ui/time'
import type { ConnectionView } from '@/lib/contracts/connections'
import { mutationOf, pagesOf } from '@/lib/queries/query-of'

type ConnectionListProps = {
  project: string
  /** Shows the connections of all members, for admins. */
  ofEverybody?: boolean
}

/** Connected apps of this project, each with a button to disconnect it. */
export function ConnectionList({ project, ofEverybody = false }: ConnectionListProps) {
  const list = useSuspenseInfiniteQuery(pagesOf('GET /api/v1/connections', { mine: !ofEverybody }, { project }))
  const shown = list.data.pages.flatMap(({ connections }) => connections)
  if (shown.length === 0 && !list.hasNextPage)
    return (
      <StatePanel state="empty" title="No connected apps" compact>
        Add <code className="font-mono text-xs">/api/mcp</code> of this desk to an app that speaks MCP. It sends you
        here to sign in.
      </StatePanel>
    )
  return (
    <>
      <DataTable
        label="Apps with access"
        className="min-w-140"
        rows={shown}
        keyOf={({ id }) => id}
        columns={[
          { head: 'App', isRowName: true, cellClass: 'max-w-60 truncate font-medium', cell: ({ app }) => app },
          ofEverybody && { head: 'For', cellClass: 'max-w-48 truncate', cell: ({ person }) => person },
          { head: 'Scopes', cell: ({ scopes }) => scopes.join(', ') },
          { head: 'Connected', cell: ({ createdAt }) => <RelativeTime iso={createdAt} /> },
          { head: 'Last used', cell: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime iso={lastUsedAt} /> : 'never') },
          {
            head: 'End',
            isHeadHidden: true,
            cellClass: 'text-right',
            cell: (connection) => <Disconnect project={project} connection={connection} />,
          },
        ]}
      />
      <ShowMore noun="apps" list={list} rows={shown.length} size="sm" className="mt-2" />
    </>
  )
}

function Disconnect({ project, connection: { id, app } }: { project: string; connection: ConnectionView }) {
  const revoke = useMutation(mutationOf('DELETE /api/v1/connections/{connectionId}', { project }))
  return (
    <ConfirmDialog
      trigger={
        <Button size="sm" variant="ghost" className="lg:-mr-2.5" aria-label={`Disconnect ${app}`}>
          Disconnect
        </Button>
      }
      title={`Disconnect ${app}?`}
      consequence="Its access ends at once. It would have to connect again."
      verb="Disconnect"
      act={() => revoke.mutateAsync({ connectionId: id })}
      done={`${app} was disconnected`}
    />
  )
}
