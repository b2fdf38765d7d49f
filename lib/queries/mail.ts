import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { ask } from '@/lib/api/ask'
import type { InputOf } from '@/lib/contracts/contract'
import type { getMail, getMailChoice, testMail, updateMailChoice } from '@/lib/contracts/mail'

export const mailQueries = {
  detail: (project: string) =>
    queryOptions({
      queryKey: [project, 'mail'],
      queryFn: ({ signal }) => ask<typeof getMail>('GET /api/v1/mail', {}, { project, signal }),
    }),
  choice: () =>
    queryOptions({
      queryKey: ['account', 'mail'],
      queryFn: ({ signal }) => ask<typeof getMailChoice>('GET /api/v1/account/mail', {}, { signal }),
    }),
}

const refetch = (client: QueryClient, project: string) => client.invalidateQueries({ queryKey: [project, 'mail'] })

export const testMailMutation = (project: string) =>
  mutationOptions({
    mutationFn: () => ask<typeof testMail>('POST /api/v1/mail/test', {}, { project }),
    onSettled: (_data, _error, _input, _result, { client }) => refetch(client, project),
  })

/** One at a time, so that the last choice is the one that stands. */
export const updateMailChoiceMutation = () =>
  mutationOptions({
    scope: { id: 'mail-choice' },
    mutationFn: (input: InputOf<typeof updateMailChoice>) =>
      ask<typeof updateMailChoice>('PATCH /api/v1/account/mail', input),
    onSuccess: (choice, _input, _result, { client }) => client.setQueryData(mailQueries.choice().queryKey, choice),
  })
