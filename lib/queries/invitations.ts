import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { fetchContract } from '@/lib/api/fetch-contract'
import type { InputOf } from '@/lib/contracts/contract'
import type {
  acceptInvitation,
  declineInvitation,
  invite,
  listInvitations,
  revokeInvitation,
} from '@/lib/contracts/invitations'

// Below the members, so that what tells of them tells of these.
const invitationsKey = (project: string) => [project, 'members', 'invitations']

export const invitationQueries = {
  list: (project: string) =>
    queryOptions({
      queryKey: invitationsKey(project),
      queryFn: ({ signal }) =>
        fetchContract<typeof listInvitations>('GET /api/v1/invitations', {}, { project, signal }),
    }),
}

/** The answer may hold a link: whoever calls this shows it once and keeps it nowhere. */
export const inviteMutation = (project: string) =>
  mutationOptions({
    mutationFn: (input: InputOf<typeof invite>) =>
      fetchContract<typeof invite>('POST /api/v1/invitations', input, { project }),
    onSettled: (_data, _error, _input, _result, { client }) =>
      client.invalidateQueries({ queryKey: invitationsKey(project) }),
    gcTime: 0,
  })

export const revokeInvitationMutation = (project: string) =>
  mutationOptions({
    mutationFn: (invitationId: string) =>
      fetchContract<typeof revokeInvitation>(
        'DELETE /api/v1/invitations/{invitationId}',
        { invitationId },
        { project },
      ),
    onSuccess: (_data, _input, _result, { client }) => client.invalidateQueries({ queryKey: invitationsKey(project) }),
  })

/** Makes the member, and the account where one is asked for. The session is a second step: see `signIn`. */
export const acceptInvitationMutation = () =>
  mutationOptions({
    mutationFn: (input: InputOf<typeof acceptInvitation>) =>
      fetchContract<typeof acceptInvitation>('POST /api/v1/invitations/accept', input),
    gcTime: 0,
  })

export const declineInvitationMutation = () =>
  mutationOptions({
    mutationFn: (input: InputOf<typeof declineInvitation>) =>
      fetchContract<typeof declineInvitation>('POST /api/v1/invitations/decline', input),
  })
