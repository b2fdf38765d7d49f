import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { VersionScreen } from '@/components/chains/version-screen'
import { pageContext } from '@/lib/auth'
import { getVersion } from '@/lib/operations/chains/version'
import { AppError } from '@/lib/operations/errors'
import { getQueryClient } from '@/lib/queries/query-client'
import { versionQueries } from '@/lib/queries/versions'

type VersionPageProps = PageProps<'/p/[project]/chains/[chain]/versions/[version]'>

export async function generateMetadata({ params }: VersionPageProps): Promise<Metadata> {
  const { chain, version } = await params
  return { title: `${decodeURIComponent(chain)} ${decodeURIComponent(version)}` }
}

export default async function VersionPage({ params }: VersionPageProps) {
  const { project, ...encoded } = await params
  const named = { chain: decodeURIComponent(encoded.chain), version: decodeURIComponent(encoded.version) }
  const ctx = await pageContext(project)
  const detail = await getVersion.run(ctx, named).catch((error: unknown) => {
    if (error instanceof AppError && error.status < 500) notFound()
    throw error
  })
  const client = getQueryClient()
  client.setQueryData(versionQueries.detail(project, named).queryKey, detail)
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <VersionScreen key={named.version} project={project} {...named} />
    </HydrationBoundary>
  )
}
