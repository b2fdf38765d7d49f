import { queryOf } from './query-of'

/** With no more projects than this, a page has all of them. */
const FEW = 8
const PICKED_FROM = 20

/** The projects of a page: its own, unless the person is no longer a member, and all the others if they are few. */
export const projectsOfPage = (project: string) => queryOf('GET /api/v1/projects', { include: [project], limit: FEW })

/** The first projects to pick from whose names or addresses have these words, with those visited last. */
export const projectChoices = (text: string | null, visited: readonly string[]) =>
  queryOf('GET /api/v1/projects', {
    limit: PICKED_FROM,
    ...(text ? { text } : visited.length > 0 && { include: [...visited] }),
  })
