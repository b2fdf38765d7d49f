import type { PairResult, PairSubject, PairWins } from '@/lib/contracts/pairs'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { countWins, type PairChoice } from '@/lib/engine/stats/pair-wins'
import type { ProjectContext } from '../context'
import { invalidInput, notFound } from '../errors'
import { loadRunId } from '../runs/find'
import { answerStands } from '../runs/human-verdict'

/** The pairs of two versions, or of two of their runs alone. */
export type PairScope = { aVersionId: string; bVersionId: string; runIds: readonly [string, string] | null }

/** Condition: a pair `p`, or a verdict `p` on one, is in this scope. */
export function inScope(projectId: string, { aVersionId, bVersionId, runIds }: PairScope): Prisma.Sql {
  const ofRuns = runIds
    ? Prisma.sql`AND p.a_run_id = ${runIds[0]}::uuid AND p.b_run_id = ${runIds[1]}::uuid`
    : Prisma.empty
  return Prisma.sql`p.project_id = ${projectId}::uuid AND p.a_version_id = ${aVersionId}::uuid
    AND p.b_version_id = ${bVersionId}::uuid ${ofRuns}`
}

/** Condition: a pair `p`, or a verdict `p` on one, compares these sides. */
export const ofSides = (projectId: string, { a, b, runIds }: Pick<PairedSides, 'a' | 'b' | 'runIds'>): Prisma.Sql =>
  inScope(projectId, { aVersionId: a.versionId, bVersionId: b.versionId, runIds })

/** Counts the wins of either side, in the requested order. */
export async function loadPairResult(
  db: Db | Tx,
  projectId: string,
  sides: Pick<PairedSides, 'a' | 'b' | 'runIds' | 'isSwapped'>,
): Promise<PairResult> {
  const [count] = await db.$queryRaw<{ pairs: number }[]>`
    SELECT count(*)::int AS pairs FROM run_pair p WHERE ${ofSides(projectId, sides)}`
  const verdicts = await db.$queryRaw<{ pairId: string; userId: string; choice: PairChoice }[]>`
    SELECT p.pair_id AS "pairId", p.user_id AS "userId", p.choice FROM pair_verdict p
    WHERE ${ofSides(projectId, sides)} AND ${answerStands(projectId, 'p')}`
  const wins = countWins(verdicts)
  return {
    pairs: count?.pairs ?? 0,
    answered: new Set(verdicts.map(({ pairId }) => pairId)).size,
    verdicts: verdicts.length,
    people: new Set(verdicts.map(({ userId }) => userId)).size,
    wins: sides.isSwapped ? swappedWins(wins) : wins,
  }
}

const swappedWins = ({ aWins, bWins, ties, interval }: PairWins): PairWins => ({
  aWins: bWins,
  bWins: aWins,
  ties,
  interval: interval && [1 - interval[1], 1 - interval[0]],
})

/** Two sides in the canonical order in which pairs are stored. `isSwapped`: they were requested in the other order. */
export type PairedSides = {
  chainId: string
  a: { versionId: string }
  b: { versionId: string }
  /** The runs of a and b, if two runs are compared rather than two versions. */
  runIds: readonly [string, string] | null
  isSwapped: boolean
}

/** The subject of an audit event. */
export const subjectOf = ({ a, b, runIds }: Pick<PairedSides, 'a' | 'b' | 'runIds'>) =>
  runIds ? `pair:${runIds.join(' ')}` : `pair:${a.versionId} ${b.versionId}`

type Side = { versionId: string; runId?: string }

/** Loads the named sides. @throws not_found, or invalid_input for runs that do not belong to the same scenario or execution */
export async function loadSides(ctx: ProjectContext, { chain, a, b, runs }: PairSubject): Promise<PairedSides> {
  return runs ? loadRuns(ctx, runs) : loadVersions(ctx, chain ?? '', [a ?? '', b ?? ''])
}

async function loadVersions(
  ctx: ProjectContext,
  chain: string,
  names: readonly [string, string],
): Promise<PairedSides> {
  const rows = await ctx.db.chainVersion.findMany({
    where: { projectId: ctx.project.id, chain: { name: chain }, version: { in: [...names] } },
    select: { id: true, chainId: true, version: true },
  })
  const [a, b] = names.map((version) => rows.find((row) => row.version === version))
  if (!a || !b) throw notFound('chain version')
  return toPairedSides(a.chainId, { versionId: a.id }, { versionId: b.id })
}

async function loadRuns(ctx: ProjectContext, names: readonly string[]): Promise<PairedSides> {
  const ids = await Promise.all(names.map((run) => loadRunId(ctx, run)))
  const rows = await ctx.db.runSummary.findMany({
    where: { projectId: ctx.project.id, id: { in: ids } },
    select: { id: true, chainId: true, versionId: true, scenario: true, execution: true },
  })
  const [a, b] = ids.map((id) => rows.find((row) => row.id === id))
  if (!a || !b) throw notFound('run')
  const isSame = (field: 'scenario' | 'execution') => a[field] !== null && a[field] === b[field]
  if (a.id === b.id || a.chainId !== b.chainId || !(isSame('scenario') || isSame('execution')))
    throw invalidInput([
      { path: 'runs', message: 'must be two runs of one scenario, or two attempts of one execution' },
    ])
  const sideOf = ({ id, versionId }: typeof a): Required<Side> => ({ runId: id, versionId })
  return toPairedSides(a.chainId, sideOf(a), sideOf(b))
}

function toPairedSides(chainId: string, one: Side, other: Side): PairedSides {
  const isSwapped =
    one.versionId === other.versionId ? (one.runId ?? '') > (other.runId ?? '') : one.versionId > other.versionId
  const [a, b] = isSwapped ? [other, one] : [one, other]
  const runIds = a.runId !== undefined && b.runId !== undefined ? ([a.runId, b.runId] as const) : null
  return { chainId, a, b, runIds, isSwapped }
}
