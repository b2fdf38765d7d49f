import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { findAnswer, isMissing, loadAnswer, Prefetch } from '@/app/prefetch'
import { ChooseSides, CompareScreen } from '@/components/compare/compare-screen'
import { comparisonTitle } from '@/lib/presentation/compare/compare-runs'
import { parseSide, sideText } from '@/lib/presentation/compare/pairs'
import { capital, listWords } from '@/lib/presentation/format/text'
import type { ComparedSide } from '@/lib/presentation/links'
import { comparableChains } from '@/lib/queries/chain-search'
import { comparisonQuery, loadCompareSearch } from '@/lib/queries/compare-search'
import { queryOf } from '@/lib/queries/query-of'

type ComparePageProps = PageProps<'/p/[project]/compare'>

export async function generateMetadata({ params, searchParams }: ComparePageProps): Promise<Metadata> {
  const { project } = await params
  const search = await loadCompareSearch(searchParams)
  if (search.a === '' && search.b === '') return { title: 'Compare' }
  const [a, b] = [parseSide(search.a), parseSide(search.b)]
  const missing = a && b ? await findMissing(project, [a, b]) : []
  if (missing.length > 0) return { title: `${capital(listWords(missing))} not found` }
  if (a && b && 'chain' in a && 'chain' in b && a.chain === b.chain)
    return { title: `${a.chain} ${a.version} and ${b.version}` }
  if (!a || !b || !('run' in a) || !('run' in b)) return { title: 'Nothing to compare' }
  const [left, right] = await Promise.all([a, b].map(({ run }) => findAnswer(runOf(project, run))))
  return { title: left && right ? comparisonTitle(left.run, right.run) : 'Compare' }
}

export default async function ComparePage({ params, searchParams }: ComparePageProps) {
  const { project } = await params
  const search = await loadCompareSearch(searchParams)
  if (search.a === '' && search.b === '')
    return (
      <Prefetch queries={[comparableChains(project, search.text)]}>
        <ChooseSides project={project} />
      </Prefetch>
    )
  const [a, b] = [parseSide(search.a), parseSide(search.b)]
  if (a && b && 'run' in a && 'run' in b) {
    const runs = [a, b].map(({ run }) => runOf(project, run))
    const pairResult = queryOf('GET /api/v1/pairs', { runs: [a.run, b.run] }, { project })
    await Promise.all(runs.map(loadAnswer))
    return (
      <Prefetch queries={[...runs, pairResult]}>
        <CompareScreen project={project} sides={{ kind: 'runs', a: a.run, b: b.run }} />
      </Prefetch>
    )
  }
  if (!a || !b || 'run' in a || 'run' in b || a.chain !== b.chain) notFound()
  const versions = { chain: a.chain, a: a.version, b: b.version }
  // There is no pair comparison of a version with itself.
  const pairResult = a.version === b.version ? [] : [queryOf('GET /api/v1/pairs', versions, { project })]
  const asked = comparisonQuery(project, { ...versions, same: search.same })
  await loadAnswer(asked)
  const shown = [
    queryOf('GET /api/v1/chains/{chain}', { chain: a.chain }, { project }),
    ...pairResult,
    ...[a, b].map((side) => versionOf(project, side)),
  ]
  return (
    <Prefetch queries={[asked, ...shown]}>
      <CompareScreen project={project} sides={{ kind: 'versions', ...versions }} />
    </Prefetch>
  )
}

/** The sides that do not exist, in words. */
async function findMissing(project: string, sides: readonly ComparedSide[]): Promise<string[]> {
  const found = await Promise.all(sides.map(async (side) => ((await isMissing(sideOf(project, side))) ? [side] : [])))
  return [...new Set(found.flat().map(sideText))]
}

const sideOf = (project: string, side: ComparedSide) =>
  'run' in side ? runOf(project, side.run) : versionOf(project, side)

const versionOf = (project: string, { chain, version }: { chain: string; version: string }) =>
  queryOf('GET /api/v1/chains/{chain}/versions/{version}', { chain, version }, { project })

const runOf = (project: string, runId: string) => queryOf('GET /api/v1/runs/{runId}', { runId }, { project })
