'use client'

import { useMutation } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { AbsoluteTime } from '@/components/ui/time'
import { toast } from '@/components/ui/toast'
import { mutationOf } from '@/lib/queries/query-of'

/** Banner on every page of a project that is scheduled for deletion. */
export function DeletionPending({ project, deletesAt }: { project: string; deletesAt: string }) {
  const restore = useMutation(
    mutationOf('DELETE /api/v1/projects/current/deletion', { project, changes: ['data', 'projects'] }),
  )
  return (
    <Notice
      tone="fail"
      className="mb-6"
      title="This project is scheduled for deletion"
      action={
        <Button
          icon={<Undo2 aria-hidden />}
          pending={restore.isPending}
          onClick={() =>
            restore.mutate({}, { onSuccess: () => toast.success('Deletion cancelled'), onError: toast.problem })
          }
        >
          Keep it
        </Button>
      }
    >
      Everything in it is removed on <AbsoluteTime iso={deletesAt} />. Until then it is read-only: admins can read and
      export it, and what is sent or changed is refused.
    </Notice>
  )
}
