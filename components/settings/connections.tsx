'use client'

import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { StatePanel } from '@/components/ui/state-panel'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { RelativeTime } from '@/components/ui/time'
import type { ConnectionView } from '@/lib/contracts/connections'
import { mutationOf, queryOf } from '@/lib/queries/query-of'

type ConnectionListProps = {
  project: string
  /** Shows the connections of all members, for admins. */
  ofEverybody?: boolean
}

/** Connected apps of this project, each with a button to disconnect it. */
export function ConnectionList({ project, ofEverybody = false }: ConnectionListProps) {
  const { data } = useSuspenseQuery(queryOf('GET /api/v1/connections', {}, { project }))
  const shown = data.connections.filter(({ isMine }) => ofEverybody || isMine)
  if (shown.length === 0)
    return (
      <StatePanel state="empty" title="No connected apps" compact>
        Add <code className="font-mono text-xs">/api/mcp</code> of this desk to an app that speaks MCP. It sends you
        here to sign in.
      </StatePanel>
    )
  return (
    <Table label="Apps with access" className="min-w-140">
      <TableHead>
        <tr>
          <TableHeader>App</TableHeader>
          {ofEverybody && <TableHeader>For</TableHeader>}
          <TableHeader>Scopes</TableHeader>
          <TableHeader>Connected</TableHeader>
          <TableHeader>Last used</TableHeader>
          <TableHeader>
            <span className="sr-only">End</span>
          </TableHeader>
        </tr>
      </TableHead>
      <TableBody>
        {shown.map((connection) => (
          <ConnectionRow key={connection.id} project={project} connection={connection} ofEverybody={ofEverybody} />
        ))}
      </TableBody>
    </Table>
  )
}

type ConnectionRowProps = { project: string; connection: ConnectionView; ofEverybody: boolean }

function ConnectionRow({ project, connection, ofEverybody }: ConnectionRowProps) {
  const { id, app, person, scopes, createdAt, lastUsedAt } = connection
  const revoke = useMutation(mutationOf('DELETE /api/v1/connections/{connectionId}', { project }))
  return (
    <TableRow>
      <TableCell className="max-w-60 truncate font-medium">{app}</TableCell>
      {ofEverybody && <TableCell className="max-w-48 truncate">{person}</TableCell>}
      <TableCell>{scopes.join(', ')}</TableCell>
      <TableCell>
        <RelativeTime iso={createdAt} />
      </TableCell>
      <TableCell>{lastUsedAt ? <RelativeTime iso={lastUsedAt} /> : 'never'}</TableCell>
      <TableCell className="text-right">
        <ConfirmDialog
          trigger={
            <Button size="sm" variant="ghost" aria-label={`Disconnect ${app}`}>
              Disconnect
            </Button>
          }
          title={`Disconnect ${app}?`}
          consequence="Its access ends at once. It would have to connect again."
          verb="Disconnect"
          act={() => revoke.mutateAsync({ connectionId: id })}
          done={`${app} was disconnected`}
        />
      </TableCell>
    </TableRow>
  )
}
