import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { Prefetch } from '@/app/prefetch'
import { PairsScreen } from '@/components/compare/pairs-screen'
import { parseSide, toPairSubject } from '@/lib/presentation/compare/pairs'
import { loadCompareSearch } from '@/lib/queries/compare-search'
import { queryOf } from '@/lib/queries/query-of'

export const metadata: Metadata = { title: 'Which is better?' }

export default async function PairsPage({ params, searchParams }: PageProps<'/p/[project]/review/pairs'>) {
  const { project } = await params
  const search = await loadCompareSearch(searchParams)
  const [a, b] = [parseSide(search.a), parseSide(search.b)]
  const subject = toPairSubject(a, b)
  if (!a || !b || !subject) notFound()
  return (
    <Prefetch queries={[queryOf('GET /api/v1/pairs', subject, { project })]} mustExist>
      <PairsScreen key={`${search.a} ${search.b}`} project={project} a={a} b={b} />
    </Prefetch>
  )
}
