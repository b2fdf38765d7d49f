import { redirect } from 'next/navigation'
import { pageContext } from '@/lib/auth'
import { listWeeks } from '@/lib/operations/weekly/page'
import { weekHref } from '@/lib/presentation/links'

/** Redirects to the newest page; before the first, to the current week. */
export default async function NewestWeekPage({ params }: PageProps<'/p/[project]/week'>) {
  const { project } = await params
  const { current, weeks } = await listWeeks.run(await pageContext(project), { limit: 1 })
  redirect(weekHref(project, weeks[0]?.week ?? current))
}
