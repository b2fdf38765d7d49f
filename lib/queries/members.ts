import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '@/lib/api/call'
import type { InputOf } from '@/lib/contracts/contract'
import { addMember, listMembers, removeMember } from '@/lib/contracts/projects'

const membersKey = (project: string) => [project, 'members']

export const memberQueries = {
  list: (project: string) =>
    queryOptions({
      queryKey: membersKey(project),
      queryFn: ({ signal }) => call(listMembers, {}, { project, signal }),
    }),
}

export const addMemberMutation = (project: string) =>
  mutationOptions({
    mutationFn: (input: InputOf<typeof addMember>) => call(addMember, input, { project }),
    onSuccess: (_data, _input, _result, { client }) => client.invalidateQueries({ queryKey: membersKey(project) }),
  })

export const removeMemberMutation = (project: string) =>
  mutationOptions({
    mutationFn: (userId: string) => call(removeMember, { userId }, { project }),
    onSuccess: (_data, _input, _result, { client }) => client.invalidateQueries({ queryKey: membersKey(project) }),
  })
