import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { loadAnswer, Prefetch } from '@/app/prefetch'
import { RunsScreen } from '@/components/runs/runs-screen'
import { runsHref } from '@/lib/presentation/links'
import { queryOf } from '@/lib/queries/query-of'
import { loadRunSearch, runList, toRunListInput } from '@/lib/queries/run-search'

export const metadata: Metadata = { title: 'Runs' }

export default async function RunsPage({ params, searchParams }: PageProps<'/p/[project]/runs'>) {
  const { project } = await params
  const views = queryOf('GET /api/v1/views', { screen: 'runs' }, { project })
  // An address that asks for nothing opens the view that the person chose.
  if (Object.keys(await searchParams).length === 0) {
    const chosen = (await loadAnswer(views)).views.find((view) => view.isDefault)
    if (chosen && chosen.query !== '') redirect(`${runsHref(project)}?${chosen.query}`)
  }
  const list = runList(project, toRunListInput(await loadRunSearch(searchParams)))
  return (
    <Prefetch queries={[list, queryOf('GET /api/v1/runs/facets', {}, { project })]} streams>
      <RunsScreen project={project} />
    </Prefetch>
  )
}
