import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { fetchContract } from '@/lib/api/fetch-contract'
import type { InputOf } from '@/lib/contracts/contract'
import type { listMembers, removeMember, updateMember } from '@/lib/contracts/projects'

const membersKey = (project: string) => [project, 'members']

export const memberQueries = {
  list: (project: string) =>
    queryOptions({
      queryKey: membersKey(project),
      queryFn: ({ signal }) => fetchContract<typeof listMembers>('GET /api/v1/members', {}, { project, signal }),
    }),
}

export const updateMemberMutation = (project: string) =>
  mutationOptions({
    mutationFn: (input: InputOf<typeof updateMember>) =>
      fetchContract<typeof updateMember>('PATCH /api/v1/members/{userId}', input, { project }),
    onSuccess: (_data, _input, _result, { client }) => client.invalidateQueries({ queryKey: membersKey(project) }),
  })

export const removeMemberMutation = (project: string) =>
  mutationOptions({
    mutationFn: (userId: string) =>
      fetchContract<typeof removeMember>('DELETE /api/v1/members/{userId}', { userId }, { project }),
    onSuccess: (_data, _input, _result, { client }) => client.invalidateQueries({ queryKey: membersKey(project) }),
  })
