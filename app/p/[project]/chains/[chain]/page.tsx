import type { Metadata } from 'next'
import { Prefetch, titleAfter } from '@/app/prefetch'
import { ChainScreen } from '@/components/chains/chain-screen'
import { textOfSegment } from '@/lib/presentation/text-of-segment'
import { pagesOf, queryOf } from '@/lib/queries/query-of'

type ChainPageProps = PageProps<'/p/[project]/chains/[chain]'>

export async function generateMetadata({ params }: ChainPageProps): Promise<Metadata> {
  const { project, chain: encoded } = await params
  const chain = textOfSegment(encoded)
  return titleAfter(queryOf('GET /api/v1/chains/{chain}', { chain }, { project }), () => chain, chain)
}

export default async function ChainPage({ params }: ChainPageProps) {
  const { project, chain: encoded } = await params
  const chain = textOfSegment(encoded)
  return (
    <Prefetch
      queries={[
        queryOf('GET /api/v1/chains/{chain}', { chain }, { project }),
        queryOf('GET /api/v1/chains/{chain}/authorities', { chain }, { project }),
        pagesOf('GET /api/v1/chains/{chain}/kept-scenarios', { chain, retired: false }, { project }),
      ]}
      mustExist
    >
      <ChainScreen key={chain} project={project} name={chain} />
    </Prefetch>
  )
}
