'use client'

import { useMutation } from '@tanstack/react-query'
import { UserMinus } from 'lucide-react'
import { IconButton } from '@/components/ui/icon-button'
import type { MemberView } from '@/lib/contracts/projects'
import { removeMemberMutation } from '@/lib/queries/members'
import { ConfirmDialog } from './confirm-dialog'

type RemoveMemberDialogProps = { project: string; member: MemberView; isMe: boolean }

export function RemoveMemberDialog({ project, member, isMe }: RemoveMemberDialogProps) {
  const remove = useMutation(removeMemberMutation(project))
  const who = isMe ? 'You see' : `${member.name} sees`
  return (
    <ConfirmDialog
      trigger={
        <IconButton label={`Remove ${member.name}`} size="sm">
          <UserMinus aria-hidden />
        </IconButton>
      }
      title={isMe ? 'Leave this project?' : `Remove ${member.name}?`}
      consequence={`${who} nothing of this project from now on. Decisions already made stay on record.`}
      verb={isMe ? 'Leave' : 'Remove'}
      act={() => remove.mutateAsync(member.userId)}
      done={isMe ? 'You left the project' : `${member.name} was removed`}
    />
  )
}
