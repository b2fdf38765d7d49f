import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { CompareScreen } from '@/components/chains/compare-screen'
import { pageContext } from '@/lib/auth'
import { getChain } from '@/lib/operations/chains/get'
import { getVersion } from '@/lib/operations/chains/version'
import { AppError } from '@/lib/operations/errors'
import { chainQueries } from '@/lib/queries/chains'
import { getQueryClient } from '@/lib/queries/query-client'
import { versionQueries } from '@/lib/queries/versions'

type ComparePageProps = PageProps<'/p/[project]/chains/[chain]/compare'>

export async function generateMetadata({ params }: ComparePageProps): Promise<Metadata> {
  return { title: `Versions of ${decodeURIComponent((await params).chain)}` }
}

export default async function ComparePage({ params, searchParams }: ComparePageProps) {
  const { project, chain: encoded } = await params
  const { a, b } = await searchParams
  if (typeof a !== 'string' || typeof b !== 'string') notFound()
  const chain = decodeURIComponent(encoded)
  const ctx = await pageContext(project)
  const [whole, ...sides] = await Promise.all([
    getChain.run(ctx, { chain }),
    getVersion.run(ctx, { chain, version: a }),
    getVersion.run(ctx, { chain, version: b }),
  ]).catch((error: unknown) => {
    if (error instanceof AppError && error.status < 500) notFound()
    throw error
  })
  const client = getQueryClient()
  client.setQueryData(chainQueries.detail(project, chain).queryKey, whole)
  for (const side of sides)
    client.setQueryData(versionQueries.detail(project, { chain, version: side.version.version }).queryKey, side)
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <CompareScreen project={project} chain={chain} a={a} b={b} />
    </HydrationBoundary>
  )
}
