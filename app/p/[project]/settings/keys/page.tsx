import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import { AdminsOnly } from '@/components/domain-ui/role'
import { KeyList } from '@/components/settings/keys'
import { pageContext } from '@/lib/auth'
import { listKeys } from '@/lib/operations/keys/keys'
import { keyQueries } from '@/lib/queries/keys'
import { getQueryClient } from '@/lib/queries/query-client'

type KeysPageProps = { params: Promise<{ project: string }> }

export default async function KeysPage({ params }: KeysPageProps) {
  const { project } = await params
  const ctx = await pageContext(project)
  const client = getQueryClient()
  // Refused for all but admins, who are the only ones to see the list.
  await client
    .query({ ...keyQueries.list(project), queryFn: () => listKeys.run(ctx, {}), retry: false })
    .catch(() => undefined)
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <AdminsOnly project={project} what="the API keys">
        <KeyList project={project} />
      </AdminsOnly>
    </HydrationBoundary>
  )
}
