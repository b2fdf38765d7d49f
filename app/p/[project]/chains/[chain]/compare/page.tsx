import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { Prefetch } from '@/app/prefetch'
import { CompareScreen } from '@/components/chains/compare-screen'
import { queryOf } from '@/lib/queries/query-of'

type ComparePageProps = PageProps<'/p/[project]/chains/[chain]/compare'>

export async function generateMetadata({ params }: ComparePageProps): Promise<Metadata> {
  return { title: `Versions of ${decodeURIComponent((await params).chain)}` }
}

export default async function ComparePage({ params, searchParams }: ComparePageProps) {
  const { project, chain: encoded } = await params
  const { a, b } = await searchParams
  if (typeof a !== 'string' || typeof b !== 'string') notFound()
  const chain = decodeURIComponent(encoded)
  const whole = queryOf('GET /api/v1/chains/{chain}', { chain }, { project })
  const sides = [a, b].map((version) =>
    queryOf('GET /api/v1/chains/{chain}/versions/{version}', { chain, version }, { project }),
  )
  return (
    <Prefetch queries={[whole, ...sides]} mustExist>
      <CompareScreen project={project} chain={chain} a={a} b={b} />
    </Prefetch>
  )
}
