import { redirect } from 'next/navigation'
import type { SavedView } from '@/lib/contracts/views'
import { queryOf } from '@/lib/queries/query-of'
import { loadAnswer } from './prefetch'

type Asked = { project: string; screen: SavedView['screen']; searchParams: Promise<Record<string, unknown>> }

/** Redirects a list without query parameters to the person's default view. */
export async function openDefaultView({ project, screen, searchParams }: Asked): Promise<void> {
  if (Object.keys(await searchParams).length > 0) return
  const { views } = await loadAnswer(queryOf('GET /api/v1/views', { screen }, { project }))
  const chosen = views.find((view) => view.isDefault)
  if (chosen && chosen.query !== '') redirect(`/p/${encodeURIComponent(project)}/${screen}?${chosen.query}`)
}
