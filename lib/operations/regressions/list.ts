import { z } from 'zod'
import type { VersionView } from '@/lib/contracts/chains'
import { listRegressions as contract, type Regression } from '@/lib/contracts/regressions'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { pairMeans } from '@/lib/engine/regression/scenario-pairs'
import { newestVersion, servedVersion } from '@/lib/engine/regression/versions'
import type { TraceWeights } from '@/lib/engine/trace/score-trace'
import type { ProjectContext, ProjectRef } from '../context'
import { notFound } from '../errors'
import { gateUrl } from '../gates/store'
import { keysetCursor, positionText } from '../keyset-cursor'
import { naturalPlace } from '../natural-order'
import { operation } from '../operation'
import { mapInTurns } from '../turns'
import { driftPairs, onlyOf } from '../versions/alike'
import { loadCompared } from '../versions/compared'
import { type EngineWarnings, loadEngines } from '../versions/engines'
import { type ChainRow, loadChainRows, loadVersionRows, type VersionRow } from '../versions/rows'
import { type DotRow, MAX_DOTS } from '../versions/samples'
import { priorsOf } from '../versions/serving'
import {
  type ChainSamples,
  compareScenarios,
  driftUpTo,
  samplesOf,
  scenarioMeans,
  toFactors,
} from '../versions/statistics'
import { highestFirst, toMeasured, toVersionView } from '../versions/views'

const SHOWN = 500

type Dots = Awaited<ReturnType<typeof latestDots>>
type MeansOf = Awaited<ReturnType<typeof scenarioMeans>>
type Compared = {
  chain: ChainRow
  version: VersionRow
  view: VersionView
  prior: VersionRow | null
  samples: ChainSamples
  /** The weights of the factors that both are compared on; null for the stored scores. */
  weights: TraceWeights | null
}

const cursors = keysetCursor(z.strictObject({ name: positionText }))

/** Compares the newest version of each chain, candidates aside, with the one before it: of chains by name, page by page, in a few statements. */
export const listRegressions = operation(contract, async (ctx, { limit, cursor, ...named }) => {
  const after = cursor === undefined ? null : cursors.decode(cursor).name
  const found = await selectChains(ctx, { chain: named.chain, after, limit: limit + 1 })
  if (named.chain !== undefined && found.length === 0) throw notFound('chain')
  const { page, next } = cursors.cut(found, limit, ({ name }) => ({ name }))
  const compared = await findCompared(
    ctx,
    page.map(({ id }) => id),
    named.version,
  )
  const ids = compared.flatMap(({ version, prior }) => [version.id, ...(prior ? [prior.id] : [])])
  const weights = new Map(
    compared.flatMap(({ version, prior, weights }) => [version, prior].map((of) => [of?.id, weights])),
  )
  const [dots, engineWarnings, meansOf] = await Promise.all([
    latestDots(ctx.db, ctx.project.id, ids),
    loadEngines(ctx.db, ctx.project.id, ids),
    scenarioMeans(ctx.db, ctx.project.id, ids, (id) => weights.get(id) ?? null),
  ])
  return {
    regressions: compared.map((item) => toRegression(ctx.project, item, { dots, meansOf, engineWarnings })),
    total: after === null ? (named.chain === undefined ? await countChains(ctx) : compared.length) : null,
    next,
  }
})

type Asked = { chain: string | undefined; after: string | null; limit: number }

/** Condition on a chain `c` of this project that has a version. */
const hasVersion = ({ project }: ProjectContext) => Prisma.sql`c.project_id = ${project.id}::uuid AND EXISTS (
  SELECT 1 FROM chain_version v WHERE v.project_id = ${project.id}::uuid AND v.chain_id = c.id)`

/** The chains of a page by name; the one of this name even without a version. */
function selectChains(ctx: ProjectContext, { chain, after, limit }: Asked): Promise<{ id: string; name: string }[]> {
  const place = naturalPlace(Prisma.sql`c.name`)
  if (chain !== undefined)
    return ctx.db.chain.findMany({
      where: { projectId: ctx.project.id, name: chain },
      select: { id: true, name: true },
    })
  const later =
    after === null ? Prisma.empty : Prisma.sql`AND (${place}) > (${naturalPlace(Prisma.sql`${after}::text`)})`
  return ctx.db.$queryRaw<{ id: string; name: string }[]>`
    SELECT c.id, c.name FROM chain c WHERE ${hasVersion(ctx)} ${later} ORDER BY ${place} LIMIT ${limit}`
}

async function countChains(ctx: ProjectContext): Promise<number> {
  const [row] = await ctx.db.$queryRaw<{ n: number }[]>`SELECT count(*)::int AS n FROM chain c WHERE ${hasVersion(ctx)}`
  return row?.n ?? 0
}

async function findCompared(
  ctx: ProjectContext,
  chainIds: readonly string[],
  named: string | undefined,
): Promise<Compared[]> {
  if (chainIds.length === 0) return []
  const chains = await loadChainRows(ctx.db, ctx.project.id, chainIds)
  const byChain = Map.groupBy(await loadVersionRows(ctx.db, ctx.project.id, chainIds), ({ chainId }) => chainId)
  const asked = chains.flatMap((row) => {
    const own = highestFirst(byChain.get(row.id) ?? [])
    const version = named === undefined ? newestVersion(own) : own.find((one) => one.version === named)
    if (!version && named !== undefined) throw notFound('chain version')
    return version ? [{ row, own, version, prior: priorsOf(own).get(version) ?? null }] : []
  })
  const loaded = await loadCompared(
    ctx.db,
    ctx.project.id,
    asked.flatMap(({ row, own, version, prior }) => [
      ...(prior ? [{ current: version, prior, weights: row.traceWeights }] : []),
      ...driftPairs(row, own, version),
    ]),
    // Every chain is judged as on its own page; the confidence is not part of the answer.
    { scenarioPairs: Number.POSITIVE_INFINITY, confidencePairs: 0 },
  )
  // To judge a version takes up to two milliseconds.
  return mapInTurns(asked, ({ row, own, version, prior }) => {
    const samples = samplesOf(row, own, loaded)
    const view = toVersionView(version, prior, samples, servedVersion(own)?.id === version.id)
    return {
      chain: row,
      version,
      view,
      prior,
      weights: view.comparedOn && onlyOf(row.traceWeights, view.comparedOn),
      samples,
    }
  })
}

type Loaded = { dots: Dots; meansOf: MeansOf; engineWarnings: EngineWarnings }

function toRegression(project: ProjectRef, compared: Compared, { dots, meansOf, engineWarnings }: Loaded): Regression {
  const { chain, version, view, prior, samples } = compared
  const means = { prior: meansOf(prior?.id), current: meansOf(version.id) }
  const before = dots.get(prior?.id ?? '') ?? []
  const after = dots.get(version.id) ?? []
  return {
    chain: chain.name,
    version: version.version,
    state: view.state,
    verdict: view.verdict,
    word: view.word,
    comparedOn: view.comparedOn,
    threshold: chain.regressionThreshold,
    minLiveRuns: chain.minLiveRuns,
    profile: chain.profile,
    delta: view.delta,
    probability: view.odds,
    prior: prior && toSide(prior),
    current: toSide(version),
    factors: prior ? toFactors(before, after) : [],
    scenarios: prior ? compareScenarios(means.prior, means.current).slice(0, SHOWN) : [],
    paired: prior ? pairMeans(means.prior, means.current) : null,
    drift: driftUpTo(samples, version.id),
    warnings: engineWarnings(prior, version),
    gate: version.gate && { ...version.gate, url: gateUrl(project, version.gate.id) },
  }
}

function toSide(row: VersionRow) {
  const { quality, measured } = toMeasured(row)
  return { version: row.version, ...quality, measured }
}

type LatestDot = Pick<DotRow, 'factors'>

/** Loads the latest live runs of each of these versions, in one statement. */
async function latestDots(
  db: Db | Tx,
  projectId: string,
  versionIds: readonly string[],
): Promise<Map<string, LatestDot[]>> {
  const rows = await db.$queryRaw<(LatestDot & { versionId: string })[]>`
    SELECT v.id AS "versionId", s.factors
    FROM unnest(${versionIds}::uuid[]) AS v(id) CROSS JOIN LATERAL (
      SELECT factors FROM run_summary
      WHERE project_id = ${projectId}::uuid AND version_id = v.id AND kind = 'live'
      ORDER BY occurred_at DESC, id DESC LIMIT ${MAX_DOTS}
    ) s`
  return Map.groupBy(rows, (row) => row.versionId)
}
