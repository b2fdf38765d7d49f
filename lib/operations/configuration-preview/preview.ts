import type { Configuration } from '@/lib/contracts/configuration'
import { type ConfigurationPreview, previewConfiguration as contract } from '@/lib/contracts/configuration-requests'
import type { Db } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { assertUsable } from '../configuration/change'
import {
  type ChainLevels,
  DEFAULT_CONFIGURATION,
  effectiveOf,
  joinLevels,
  LEVEL_COLUMNS,
} from '../configuration/levels'
import { type ConfigurationScope, loadScope } from '../configuration/read'
import { operation } from '../operation'
import { loadAlike } from '../versions/alike'
import { loadChainRows, loadVersionRows } from '../versions/rows'
import { priorsOf } from '../versions/serving'
import { applyRule } from '../versions/statistics'
import { highestFirst } from '../versions/views'
import { comparePreview } from './compare'
import { type PreviewChains, type PreviewRuns, simulateRuns } from './simulate-runs'

/** Shows how the newest runs would be scored and decided under the proposed configuration. Writes nothing. */
export const previewConfiguration = operation(contract, async (ctx, { chain, config, runs: count }) => {
  const projectId = ctx.project.id
  const scope = await loadScope(ctx.db, projectId, chain)
  await assertUsable(ctx.db, projectId, scope, config)
  const found = await findPreviewRuns(ctx.db, projectId, scope.chainId, count)
  const chains = await findPreviewChains(ctx.db, projectId, scope, config, found.ids)
  const simulated = await simulateRuns(ctx, found, chains)
  return { ...comparePreview(simulated, chains), verdicts: await previewVerdicts(ctx.db, projectId, scope, config) }
})

/** Returns the chains of these runs with their effective configuration if `proposed` were set at its level. */
async function findPreviewChains(
  db: Db,
  projectId: string,
  { chainId }: ConfigurationScope,
  proposed: Configuration,
  runIds: readonly string[],
): Promise<PreviewChains> {
  const rows = await db.$queryRaw<({ id: string; name: string; versionId: string; version: string } & ChainLevels)[]>`
    SELECT c.id, c.name, v.id AS "versionId", v.version, ${LEVEL_COLUMNS}
    FROM (SELECT DISTINCT version_id FROM run_summary WHERE project_id = ${projectId}::uuid AND id = ANY(${runIds}::uuid[])) s
    JOIN chain_version v ON v.project_id = ${projectId}::uuid AND v.id = s.version_id
    JOIN chain c ON c.project_id = v.project_id AND c.id = v.chain_id ${joinLevels(projectId)}`
  const level = chainId === undefined ? { projectConfig: proposed } : { chainConfig: proposed }
  return {
    chains: new Map(rows.map((row) => [row.id, { name: row.name, configuration: effectiveOf({ ...row, ...level }) }])),
    versions: new Map(rows.map((row) => [row.versionId, row.version])),
  }
}

// Earlier attempts are read as well, since decisions depend on them.
const MAX_EARLIER = 500

/** Returns the newest `count` runs of a project or chain, with the earlier attempts that their decisions depend on. */
async function findPreviewRuns(
  db: Db,
  projectId: string,
  chainId: string | undefined,
  count: number,
): Promise<PreviewRuns> {
  const ofChain = chainId === undefined ? Prisma.empty : Prisma.sql`AND chain_id = ${chainId}::uuid`
  const newest = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM run_summary WHERE project_id = ${projectId}::uuid ${ofChain}
    ORDER BY occurred_at DESC, id DESC LIMIT ${count}`
  const ids = newest.map((row) => row.id)
  const earlier = await db.$queryRaw<{ id: string; of: string }[]>`
    SELECT e."runId" AS id, run.id AS of
    FROM run_summary run
    JOIN execution x ON x.project_id = run.project_id AND x.chain_id = run.chain_id AND x.key = run.execution
    CROSS JOIN LATERAL jsonb_to_recordset(x.scores) AS e("runId" text, attempt int)
    WHERE run.project_id = ${projectId}::uuid AND run.id = ANY(${ids}::uuid[]) AND e.attempt < run.attempt
    ORDER BY run.occurred_at DESC, run.id DESC`
  const asked = new Set(ids)
  const found = new Set<string>()
  const cut = new Set<string>()
  for (const { id, of } of earlier) {
    if (asked.has(id) || found.has(id)) continue
    if (found.size < MAX_EARLIER) found.add(id)
    else cut.add(of)
  }
  return { ids, earlier: [...found], cut }
}

/** Returns the versions of the chain whose verdict would change under the proposed threshold or sample size, from the rollups. */
async function previewVerdicts(
  db: Db,
  projectId: string,
  { chain: name }: ConfigurationScope,
  proposed: Configuration,
): Promise<ConfigurationPreview['verdicts']> {
  if (name === null) return []
  const [chain] = await loadChainRows(db, projectId, name)
  const { regression_threshold, min_live_runs } = { ...DEFAULT_CONFIGURATION, ...proposed }
  if (!chain || (chain.regressionThreshold === regression_threshold && chain.minLiveRuns === min_live_runs)) return []
  const rows = await loadVersionRows(db, projectId, [chain.id])
  const pairs = [...priorsOf(highestFirst(rows))].flatMap(([current, prior]) =>
    prior ? [{ current, prior, weights: chain.traceWeights }] : [],
  )
  const alikeOf = await loadAlike(db, projectId, pairs)
  const proposal = { regressionThreshold: regression_threshold, minLiveRuns: min_live_runs }
  return pairs.toReversed().flatMap((pair) => {
    const { verdict: from } = applyRule(chain, pair, alikeOf)
    const { verdict: to, delta } = applyRule(proposal, pair, alikeOf)
    if (from === to) return []
    return [{ chain: name, version: pair.current.version, comparedWith: pair.prior.version, delta, from, to }]
  })
}
