import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import { fetchContract } from '@/lib/api/fetch-contract'
import type { InputOf } from '@/lib/contracts/contract'
import type {
  exportThinkingSession,
  getThinkingSession,
  getThought,
  listThinkingSessions,
  ThinkingSessionView,
} from '@/lib/contracts/thinking/sessions'
import type {
  deleteThinkingTemplate,
  listThinkingTemplates,
  putThinkingTemplate,
} from '@/lib/contracts/thinking/templates'
import { mergeSession } from './merge-session'
import type { SessionListInput } from './thinking-search'

const SESSION_PAGE_SIZE = 50

/** The page of sessions that starts at this cursor, as `thinking.list` takes it. */
export function sessionPage(input: SessionListInput, cursor: string | undefined): SessionListInput {
  return { ...input, limit: SESSION_PAGE_SIZE, ...(cursor === undefined ? {} : { cursor }) }
}

export const thinkingQueries = {
  list: (project: string, input: SessionListInput) =>
    infiniteQueryOptions({
      queryKey: [project, 'thinking', input],
      queryFn: ({ pageParam, signal }) =>
        fetchContract<typeof listThinkingSessions>('GET /api/v1/thinking', sessionPage(input, pageParam), {
          project,
          signal,
        }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.next ?? undefined,
    }),
  /** Asks only for what came since the last time. */
  session: (project: string, sessionId: string) =>
    queryOptions({
      queryKey: [project, 'thinking-session', sessionId],
      queryFn: async ({ client, queryKey, signal }) => {
        const known = client.getQueryData<ThinkingSessionView>(queryKey)
        const since = await fetchContract<typeof getThinkingSession>(
          'GET /api/v1/thinking/{sessionId}',
          { sessionId, after: known?.lastOrdinal ?? 0 },
          { project, signal },
        )
        return known ? mergeSession(known, since) : since
      },
    }),
  /** What was answered never changes. */
  thought: (project: string, sessionId: string, ordinal: number) =>
    queryOptions({
      queryKey: [project, 'thinking-thought', sessionId, ordinal],
      queryFn: ({ signal }) =>
        fetchContract<typeof getThought>(
          'GET /api/v1/thinking/{sessionId}/thoughts/{ordinal}',
          { sessionId, ordinal },
          { project, signal },
        ),
      staleTime: Number.POSITIVE_INFINITY,
    }),
  templates: (project: string) =>
    queryOptions({
      queryKey: [project, 'thinking-templates'],
      queryFn: ({ signal }) =>
        fetchContract<typeof listThinkingTemplates>('GET /api/v1/thinking-templates', {}, { project, signal }),
    }),
}

export const exportSessionMutation = (project: string, sessionId: string) =>
  mutationOptions({
    mutationFn: () =>
      fetchContract<typeof exportThinkingSession>(
        'GET /api/v1/thinking/{sessionId}/export',
        { sessionId },
        { project },
      ),
  })

export const putTemplateMutation = (project: string) =>
  mutationOptions({
    mutationFn: (input: InputOf<typeof putThinkingTemplate>) =>
      fetchContract<typeof putThinkingTemplate>('POST /api/v1/thinking-templates', input, { project }),
    onSettled: (_data, _error, _input, _result, { client }) =>
      client.invalidateQueries({ queryKey: thinkingQueries.templates(project).queryKey }),
  })

export const deleteTemplateMutation = (project: string) =>
  mutationOptions({
    mutationFn: (name: string) =>
      fetchContract<typeof deleteThinkingTemplate>('DELETE /api/v1/thinking-templates/{name}', { name }, { project }),
    onSettled: (_data, _error, _input, _result, { client }) =>
      client.invalidateQueries({ queryKey: thinkingQueries.templates(project).queryKey }),
  })
