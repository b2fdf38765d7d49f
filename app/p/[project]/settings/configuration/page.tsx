import { dehydrate, HydrationBoundary, noop } from '@tanstack/react-query'
import { createLoader } from 'nuqs/server'
import { MissingChain } from '@/components/chains/missing'
import { ConfigurationScreen } from '@/components/configuration/configuration-screen'
import { pageContext } from '@/lib/auth'
import { listChains } from '@/lib/operations/chains/get'
import { getConfiguration } from '@/lib/operations/configuration/read'
import { AppError } from '@/lib/operations/errors'
import { chainQueries } from '@/lib/queries/chains'
import { configurationQueries, configurationSearchParsers } from '@/lib/queries/configuration'
import { getQueryClient } from '@/lib/queries/query-client'

const loadSearch = createLoader(configurationSearchParsers)

type ConfigurationPageProps = PageProps<'/p/[project]/settings/configuration'>

export default async function ConfigurationPage({ params, searchParams }: ConfigurationPageProps) {
  const { project } = await params
  const chain = (await loadSearch(searchParams)).chain ?? undefined
  const ctx = await pageContext(project)
  const level = await getConfiguration.run(ctx, { chain }).catch((error: unknown) => {
    if (error instanceof AppError && error.status < 500) return null
    throw error
  })
  if (level === null) return <MissingChain />
  const client = getQueryClient()
  client.setQueryData(configurationQueries.level(project, chain).queryKey, level)
  await client.query({ ...chainQueries.list(project), queryFn: () => listChains.run(ctx, {}) }).catch(noop)
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <ConfigurationScreen key={chain ?? ''} project={project} chain={chain} />
    </HydrationBoundary>
  )
}
