'use client'

import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Panel } from '@/components/ui/panel'
import { RelativeTime } from '@/components/ui/time'
import { toast } from '@/components/ui/toast'
import type { SignInSessionView } from '@/lib/contracts/account'
import { formatListed, formatPlural } from '@/lib/presentation/format/number'
import { deviceLabel } from '@/lib/presentation/labels/devices'
import { mutationOf, queryOf } from '@/lib/queries/query-of'

/** The user's sessions, each with a button to end it. */
export function OwnSessions() {
  const { data } = useSuspenseQuery(queryOf('GET /api/v1/account/sessions', {}))
  const endOthers = useMutation(mutationOf('POST /api/v1/account/sessions/end-others'))
  const { sessions, count } = data
  const others = count - sessions.filter(({ isThisOne }) => isThisOne).length
  return (
    <Panel
      title="Where you are signed in"
      note={`Sessions end 12 hours after their last use, or when you end them here. ${formatListed(sessions.length, 'used last', count)}`}
      actions={
        others > 0 && (
          <ConfirmDialog
            isFree
            trigger={<Button size="sm">Sign out everywhere else</Button>}
            title={`End ${formatPlural(others, 'other session')}?`}
            consequence="Those sessions have to sign in again. You stay signed in here."
            verb="Sign out everywhere else"
            act={() => endOthers.mutateAsync({})}
            done="Signed out everywhere else"
          />
        )
      }
    >
      <ul aria-label="Sessions" className="divide-y">
        {sessions.map((session) => (
          <SessionItem key={session.id} session={session} />
        ))}
      </ul>
    </Panel>
  )
}

function SessionItem({ session }: { session: SignInSessionView }) {
  // Callbacks of the mutation itself, because those of `mutate` do not run once this item is unmounted.
  const end = useMutation({
    ...mutationOf('DELETE /api/v1/account/sessions/{sessionId}'),
    onSuccess: () => toast.success('Session ended'),
    onError: toast.problem,
  })
  const { id, isThisOne, device, address, seenAt, createdAt } = session
  const label = deviceLabel(device)
  return (
    <li className="flex items-center justify-between gap-4 py-2.5 text-sm">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="min-w-0 truncate" title={device ?? undefined}>
            {label}
          </span>
          {isThisOne && <Badge>This browser</Badge>}
        </p>
        <p className="text-ink-3 text-xs">
          {address ?? 'Address unknown'}, last used <RelativeTime iso={seenAt} />, signed in{' '}
          <RelativeTime iso={createdAt} />
        </p>
      </div>
      {!isThisOne && (
        <Button
          size="sm"
          variant="ghost"
          pending={end.isPending}
          onClick={() => end.mutate({ sessionId: id })}
          aria-label={`Sign out ${label}`}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}
