import { type Profile, profile } from '@/lib/contracts/primitives'
import { qualityCriteria } from '@/lib/contracts/quality-criteria'
import { outputContract, type RunInput, runInput } from '@/lib/contracts/run-input'
import type { Db } from '@/lib/db/client'
import { Prisma, type RunSummary } from '@/lib/db/generated/client'
import { ENGINE_VERSION } from '@/lib/engine/engine-version'
import type { Measure, SignalsInForce } from '@/lib/engine/scoring/scored-run'
import { durationOf, totalTokens } from '../runs/ingest/to-rows'

// Runs may be large: a page is held in memory as a whole.
const PAGE = 200

/** A stored run as the engine takes it, and what the desk says of it now. */
export type HistoricRun = {
  runId: string
  run: RunInput
  measure: Measure
  signals: SignalsInForce
  profile: Profile
  summary: RunSummary
  /** It is in the series already, scored by this version of the engine. */
  isKnown: boolean
}

export type Scope = { projectId: string; chainId: string | null; series: string; after: string | null }

/** The next page of history by run id. `next` is the last id, or null when this was the last page. */
export async function readPage(db: Db, scope: Scope): Promise<{ runs: HistoricRun[]; next: string | null }> {
  const { projectId } = scope
  const ids = await findIds(db, scope)
  const where = { projectId, runId: { in: ids } }
  const [runs, summaries, nodes, known] = await Promise.all([
    db.run.findMany({ where: { projectId, id: { in: ids } }, orderBy: { id: 'asc' } }),
    db.runSummary.findMany({ where: { projectId, id: { in: ids } } }),
    db.nodeRun.findMany({ where, orderBy: { ordinal: 'asc' } }),
    db.score.findMany({
      where: { ...where, series: scope.series, engineVersion: ENGINE_VERSION },
      select: { runId: true },
    }),
  ])
  const versions = await findPromises(db, projectId, [...new Set(runs.map((run) => run.versionId))])
  const nodesOf = Map.groupBy(nodes, (node) => node.runId)
  const summaryOf = new Map(summaries.map((summary) => [summary.id, summary]))
  const knownIds = new Set(known.map((score) => score.runId))
  const page = runs.flatMap((row) => {
    const summary = summaryOf.get(row.id)
    if (!summary) return []
    const run = toRunInput(row, nodesOf.get(row.id) ?? [])
    const promised = versions.get(row.versionId)
    const measure = {
      contract: run.contract ?? promised?.contract,
      criteria: run.criteria ?? promised?.criteria,
      durationMs: durationOf(run) ?? null,
      tokens: totalTokens(run) ?? null,
    }
    const { self, peer, downstream, human } = summary
    const signals = { self, peer, downstream, human }
    return [
      {
        runId: row.id,
        run,
        measure,
        signals,
        summary,
        profile: profile.parse(summary.profile),
        isKnown: knownIds.has(row.id),
      },
    ]
  })
  return { runs: page, next: ids.length < PAGE ? null : (ids.at(-1) ?? null) }
}

async function findIds(db: Db, { projectId, chainId, after }: Scope): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM run WHERE project_id = ${projectId}::uuid
      ${after === null ? Prisma.empty : Prisma.sql`AND id > ${after}::uuid`}
      ${chainId === null ? Prisma.empty : Prisma.sql`AND chain_id = ${chainId}::uuid`}
    ORDER BY id LIMIT ${PAGE}`
  return rows.map((row) => row.id)
}

async function findPromises(db: Db, projectId: string, versionIds: readonly string[]) {
  const rows = await db.chainVersion.findMany({
    where: { projectId, id: { in: [...versionIds] } },
    select: { id: true, contract: true, criteria: true },
  })
  return new Map(
    rows.map((row) => [
      row.id,
      {
        contract: outputContract.optional().parse(row.contract ?? undefined),
        criteria: qualityCriteria.optional().parse(row.criteria ?? undefined),
      },
    ]),
  )
}

type Facts = Record<string, unknown>

/** A stored run in the shape it was sent in; what is NULL was not sent. */
function toRunInput(row: Facts & { clientId: string }, nodes: readonly (Facts & { nodeId: string })[]): RunInput {
  const { clientId, ...facts } = row
  return runInput.parse({
    ...pick(facts, RUN_FIELDS),
    id: clientId,
    chain: 'stored',
    nodes: nodes.map((node) => ({ ...pick(node, NODE_FIELDS), id: node.nodeId })),
  })
}

const RUN_FIELDS = 'kind attempt status request output error tokens budget contract criteria metadata durationMs'.split(
  ' ',
)
const NODE_FIELDS = 'name type dependencies status output error tokens durationMs'.split(' ')

function pick(facts: Facts, fields: readonly string[]): Facts {
  return Object.fromEntries(fields.flatMap((field) => (facts[field] === null ? [] : [[field, facts[field]]])))
}
