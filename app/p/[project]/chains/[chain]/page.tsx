import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ChainScreen } from '@/components/chains/chain-screen'
import { pageContext } from '@/lib/auth'
import { getChain } from '@/lib/operations/chains/get'
import { AppError } from '@/lib/operations/errors'
import { chainQueries } from '@/lib/queries/chains'
import { getQueryClient } from '@/lib/queries/query-client'

type ChainPageProps = PageProps<'/p/[project]/chains/[chain]'>

export async function generateMetadata({ params }: ChainPageProps): Promise<Metadata> {
  return { title: decodeURIComponent((await params).chain) }
}

export default async function ChainPage({ params }: ChainPageProps) {
  const { project, chain: encoded } = await params
  const name = decodeURIComponent(encoded)
  const ctx = await pageContext(project)
  const detail = await getChain.run(ctx, { chain: name }).catch((error: unknown) => {
    if (error instanceof AppError && error.status < 500) notFound()
    throw error
  })
  const client = getQueryClient()
  client.setQueryData(chainQueries.detail(project, name).queryKey, detail)
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <ChainScreen key={name} project={project} name={name} />
    </HydrationBoundary>
  )
}
