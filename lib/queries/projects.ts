import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { fetchContract } from '@/lib/api/fetch-contract'
import type { InputOf } from '@/lib/contracts/contract'
import type { createProject, listProjects, updateProject } from '@/lib/contracts/projects'

export const projectQueries = {
  list: () =>
    queryOptions({
      queryKey: ['projects'],
      queryFn: ({ signal }) => fetchContract<typeof listProjects>('GET /api/v1/projects', {}, { signal }),
    }),
}

export const createProjectMutation = () =>
  mutationOptions({
    mutationFn: (input: InputOf<typeof createProject>) =>
      fetchContract<typeof createProject>('POST /api/v1/projects', input),
    onSuccess: (_data, _input, _result, { client }) => client.invalidateQueries({ queryKey: ['projects'] }),
  })

export const updateProjectMutation = (project: string) =>
  mutationOptions({
    mutationFn: (input: InputOf<typeof updateProject>) =>
      fetchContract<typeof updateProject>('PATCH /api/v1/projects/current', input, { project }),
    onSuccess: (_data, _input, _result, { client }) => client.invalidateQueries({ queryKey: ['projects'] }),
  })
