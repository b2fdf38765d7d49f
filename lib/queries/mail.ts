import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { fetchContract } from '@/lib/api/fetch-contract'
import type { InputOf } from '@/lib/contracts/contract'
import type { getMail, getMailChoice, testMail, updateMailChoice } from '@/lib/contracts/mail'

export const mailQueries = {
  detail: (project: string) =>
    queryOptions({
      queryKey: [project, 'mail'],
      queryFn: ({ signal }) => fetchContract<typeof getMail>('GET /api/v1/mail', {}, { project, signal }),
    }),
  choice: () =>
    queryOptions({
      queryKey: ['account', 'mail'],
      queryFn: ({ signal }) => fetchContract<typeof getMailChoice>('GET /api/v1/account/mail', {}, { signal }),
    }),
}

const refetch = (client: QueryClient, project: string) => client.invalidateQueries({ queryKey: [project, 'mail'] })

export const testMailMutation = (project: string) =>
  mutationOptions({
    mutationFn: () => fetchContract<typeof testMail>('POST /api/v1/mail/test', {}, { project }),
    onSettled: (_data, _error, _input, _result, { client }) => refetch(client, project),
  })

/** One at a time, so that the last choice is the one that stands. */
export const updateMailChoiceMutation = () =>
  mutationOptions({
    scope: { id: 'mail-choice' },
    mutationFn: (input: InputOf<typeof updateMailChoice>) =>
      fetchContract<typeof updateMailChoice>('PATCH /api/v1/account/mail', input),
    onSuccess: (choice, _input, _result, { client }) => client.setQueryData(mailQueries.choice().queryKey, choice),
  })
