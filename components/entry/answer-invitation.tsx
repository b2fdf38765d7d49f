'use client'

import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { toProblem } from '@/lib/queries/problem'
import { mutationOf } from '@/lib/queries/query-of'
import { navigateAway } from './return-path'

/** Button with which a signed-in user joins the project. */
export function AcceptInvitation({ token }: { token: string }) {
  const accept = useMutation(mutationOf('POST /api/v1/invitations/accept', { isSecret: true }))
  return (
    <div className="grid gap-4">
      {accept.error && <Notice tone="fail">{toProblem(accept.error).message}</Notice>}
      <Button
        variant="primary"
        size="lg"
        className="w-full"
        pending={accept.isPending || accept.isSuccess}
        onClick={() => accept.mutate({ token }, { onSuccess: ({ project }) => navigateAway(`/p/${project}`) })}
      >
        Accept
      </Button>
    </div>
  )
}

type DeclinableProps = { token: string; children: ReactNode }

/** Wraps the ways to accept an invitation with a button to decline it, which replaces them. */
export function Declinable({ token, children }: DeclinableProps) {
  const decline = useMutation(mutationOf('POST /api/v1/invitations/decline'))
  if (decline.isSuccess)
    return (
      <div role="status">
        <Notice tone="neutral" title="You declined">
          The link no longer works. The project does not see who you are.
        </Notice>
      </div>
    )
  return (
    <>
      {children}
      <div className="mt-3 grid gap-3">
        {decline.error && <Notice tone="fail">{toProblem(decline.error).message}</Notice>}
        <Button size="lg" className="w-full" pending={decline.isPending} onClick={() => decline.mutate({ token })}>
          Decline
        </Button>
      </div>
    </>
  )
}
