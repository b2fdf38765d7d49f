import { redirect } from 'next/navigation'
import { weekHref } from '@/components/domain-ui/hrefs'
import { pageContext } from '@/lib/auth'
import { listWeeks } from '@/lib/operations/weekly/page'

/** The newest page there is; before the first, the week under way. */
export default async function NewestWeekPage({ params }: PageProps<'/p/[project]/week'>) {
  const { project } = await params
  const { current, weeks } = await listWeeks.run(await pageContext(project), { limit: 1 })
  redirect(weekHref(project, weeks[0]?.week ?? current))
}
