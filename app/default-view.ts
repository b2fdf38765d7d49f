import { redirect } from 'next/navigation'
import type { SavedView } from '@/lib/contracts/views'
import { projectHref } from '@/lib/presentation/links'
import { queryOf } from '@/lib/queries/query-of'
import { loadAnswer, type PageQueries, startQueries } from './prefetch'

type Asked = {
  project: string
  screen: SavedView['screen']
  searchParams: Promise<Record<string, unknown>>
  /** The queries of the list itself, which run meanwhile: few people have a default view. */
  queries: PageQueries
}

/** Redirects a list without query parameters to the person's default view. Resolves to the queries to prefetch, those of its menu included. */
export async function openDefaultView({ project, screen, searchParams, queries }: Asked): Promise<PageQueries> {
  const views = queryOf('GET /api/v1/views', { screen }, { project })
  if (Object.keys(await searchParams).length === 0) {
    startQueries(queries)
    const chosen = (await loadAnswer(views)).views.find((view) => view.isDefault)
    if (chosen && chosen.query !== '') redirect(projectHref(project, `/${screen}?${chosen.query}`))
  }
  return [...queries, views]
}
