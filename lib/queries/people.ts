import { pagesOf, queryOf } from './query-of'

/** Members among whom one is chosen: all, those who may decide, or those who are named, who may be none. */
export type PeopleWithin = { deciders?: boolean; userIds?: readonly string[] }

/** Maximum number of people that a picker offers at once; typing finds the others. */
const PICKED_FROM = 50

/** The members whose names or e-mails have these words, page by page: the caller and names that begin so are in the first. */
export const memberPages = (project: string, text: string | null = null) =>
  pagesOf('GET /api/v1/members', { limit: 100, ...(text && { text }) }, { project })

/** The first members to pick from whose names or e-mails have these words. */
export const peopleChoices = (project: string, text: string | null, within: PeopleWithin = {}) => ({
  ...queryOf('GET /api/v1/members', { ...within, limit: PICKED_FROM, ...(text && { text }) }, { project }),
  enabled: within.userIds?.length !== 0,
})

/** Those of these people, at most 50, who are among the members to pick from. */
export function peopleNamed(project: string, ids: readonly string[], { deciders, userIds }: PeopleWithin = {}) {
  const named = [...new Set(ids)].filter((id) => userIds?.includes(id) ?? true).toSorted()
  return {
    ...queryOf('GET /api/v1/members', { userIds: named, ...(deciders && { deciders }) }, { project }),
    enabled: named.length > 0,
  }
}
