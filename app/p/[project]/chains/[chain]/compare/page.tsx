import { redirect } from 'next/navigation'
import { loadAnswer } from '@/app/prefetch'
import { chainHref, compareHref } from '@/lib/presentation/links'
import { textOfSegment } from '@/lib/presentation/text-of-segment'
import { queryOf } from '@/lib/queries/query-of'

/** Redirects to the page that compares versions and runs: with the sides in the address, else the newest version and the one before it. */
export default async function ComparePage({ params, searchParams }: PageProps<'/p/[project]/chains/[chain]/compare'>) {
  const { project, chain: encoded } = await params
  const chain = textOfSegment(encoded)
  const { a, b } = await searchParams
  if (typeof a === 'string' && typeof b === 'string')
    redirect(compareHref(project, { chain, version: a }, { chain, version: b }))
  const { versions } = (await loadAnswer(queryOf('GET /api/v1/chains/{chain}', { chain }, { project }))).chain
  const [newest, below] = versions.filter(({ state }) => state !== 'candidate')
  const before = newest?.comparedWith ?? below?.version
  redirect(
    newest && before
      ? compareHref(project, { chain, version: before }, { chain, version: newest.version })
      : chainHref(project, chain),
  )
}
