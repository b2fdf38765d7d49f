'use client'

import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { StatePanel } from '@/components/ui/state-panel'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { RelativeTime } from '@/components/ui/time'
import type { KeyView } from '@/lib/contracts/projects'
import { keyQueries, revokeKeyMutation } from '@/lib/queries/keys'
import { ConfirmDialog } from './confirm-dialog'
import { CreateKeyDialog } from './create-key-dialog'
import { PageLead } from './page-lead'

export function KeyList({ project }: { project: string }) {
  const { data } = useSuspenseQuery(keyQueries.list(project))
  const inUse = data.keys.filter((key) => key.revokedAt === null)
  const revoked = data.keys.filter((key) => key.revokedAt !== null)
  return (
    <>
      <PageLead action={<CreateKeyDialog project={project} />}>
        Keys let agents and tools send and read runs of this project. No key ever decides. What they can call is in the{' '}
        <Link href="/reference" className="link">
          API reference
        </Link>
        .
      </PageLead>
      {data.keys.length === 0 ? (
        <StatePanel state="empty" title="No keys yet" compact>
          Make one to send the first run.
        </StatePanel>
      ) : (
        <Table label="API keys" className="min-w-160">
          <TableHead>
            <tr>
              <TableHeader>Name</TableHeader>
              <TableHeader>Key</TableHeader>
              <TableHeader>May</TableHeader>
              <TableHeader>Made</TableHeader>
              <TableHeader>Last used</TableHeader>
              <TableHeader>
                <span className="sr-only">Revoke</span>
              </TableHeader>
            </tr>
          </TableHead>
          <TableBody>
            {[...inUse, ...revoked].map((key) => (
              <KeyRow key={key.id} project={project} apiKey={key} />
            ))}
          </TableBody>
        </Table>
      )}
    </>
  )
}

function KeyRow({ project, apiKey }: { project: string; apiKey: KeyView }) {
  const revoke = useMutation(revokeKeyMutation(project))
  const isRevoked = apiKey.revokedAt !== null
  return (
    <TableRow className={isRevoked ? 'text-ink-3' : undefined}>
      <TableCell className="max-w-60 truncate font-medium">{apiKey.name}</TableCell>
      <TableCell>
        <code className="font-mono text-xs">{apiKey.prefix.replace(/…$/, '')}…</code>
      </TableCell>
      <TableCell>{apiKey.scopes.join(', ')}</TableCell>
      <TableCell>
        <RelativeTime iso={apiKey.createdAt} />
      </TableCell>
      <TableCell>{apiKey.lastUsedAt ? <RelativeTime iso={apiKey.lastUsedAt} /> : 'never'}</TableCell>
      <TableCell className="text-right">
        {isRevoked ? (
          <Badge>revoked</Badge>
        ) : (
          <ConfirmDialog
            trigger={
              <Button size="sm" variant="ghost" aria-label={`Revoke ${apiKey.name}`}>
                Revoke
              </Button>
            }
            title={`Revoke ${apiKey.name}?`}
            consequence="Whatever still uses this key is refused at once. A revoked key cannot be brought back."
            verb="Revoke"
            act={() => revoke.mutateAsync(apiKey.id)}
            done={`${apiKey.name} was revoked`}
          />
        )}
      </TableCell>
    </TableRow>
  )
}
