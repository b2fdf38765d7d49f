import { notFound, redirect } from 'next/navigation'
import { compareHref } from '@/lib/presentation/links'

/** Redirects old links, from when only versions could be compared, to the page that compares versions and runs. */
export default async function ComparePage({ params, searchParams }: PageProps<'/p/[project]/chains/[chain]/compare'>) {
  const { project, chain: encoded } = await params
  const { a, b } = await searchParams
  if (typeof a !== 'string' || typeof b !== 'string') notFound()
  const chain = decodeURIComponent(encoded)
  redirect(compareHref(project, { chain, version: a }, { chain, version: b }))
}
