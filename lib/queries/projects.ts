import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '@/lib/api/call'
import type { InputOf } from '@/lib/contracts/contract'
import { createProject, listProjects, updateProject } from '@/lib/contracts/projects'

export const projectQueries = {
  list: () => queryOptions({ queryKey: ['projects'], queryFn: ({ signal }) => call(listProjects, {}, { signal }) }),
}

export const createProjectMutation = () =>
  mutationOptions({
    mutationFn: (input: InputOf<typeof createProject>) => call(createProject, input),
    onSuccess: (_data, _input, _result, { client }) => client.invalidateQueries({ queryKey: ['projects'] }),
  })

export const updateProjectMutation = (project: string) =>
  mutationOptions({
    mutationFn: (input: InputOf<typeof updateProject>) => call(updateProject, input, { project }),
    onSuccess: (_data, _input, _result, { client }) => client.invalidateQueries({ queryKey: ['projects'] }),
  })
