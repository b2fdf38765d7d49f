import { type QualityCriteria, qualityCriteria } from '@/lib/contracts/quality-criteria'
import { outputContract, type RunInput, runInput } from '@/lib/contracts/run-input'
import type { Db } from '@/lib/db/client'
import type { RunSummary } from '@/lib/db/generated/client'
import { fillPayloads } from '../payloads/fill'
import { findSentNulls, type SentNulls } from './rows'

/** A stored run as engine input, with its current summary and its version's contract and criteria. */
export type StoredRun = {
  run: RunInput
  summary: RunSummary
  contract: RunInput['contract']
  criteria: QualityCriteria | undefined
}

/**
 * Loads these runs in the order of the ids, in a few statements, with all fields that scoring reads. Unknown ids are skipped.
 * @throws AppError unavailable when the payload store does not return values kept in it
 */
export async function loadStoredRuns(db: Db, projectId: string, ids: readonly string[]): Promise<StoredRun[]> {
  const [runs, summaries, nodes, nullsOf] = await Promise.all([
    db.run.findMany({ where: { projectId, id: { in: [...ids] } } }),
    db.runSummary.findMany({ where: { projectId, id: { in: [...ids] } } }),
    db.nodeRun.findMany({ where: { projectId, runId: { in: [...ids] } }, orderBy: { ordinal: 'asc' } }),
    findSentNulls(db, projectId, ids),
  ])
  await fillPayloads(db, projectId, { runs, nodes })
  const versions = await findPromises(db, projectId, [...new Set(runs.map((run) => run.versionId))])
  const nodesOf = Map.groupBy(nodes, (node) => node.runId)
  const summaryOf = new Map(summaries.map((summary) => [summary.id, summary]))
  const runOf = new Map(runs.map((run) => [run.id, run]))
  return ids.flatMap((id) => {
    const [row, summary] = [runOf.get(id), summaryOf.get(id)]
    // Its content was removed, so it cannot be scored again.
    if (!row || !summary || row.contentRemovedAt !== null) return []
    const promised = versions.get(row.versionId)
    const run = toRunInput(row, nodesOf.get(id) ?? [], nullsOf(id))
    return [{ run, summary, contract: promised?.contract, criteria: promised?.criteria }]
  })
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

/** Converts a stored run back to its input; a NULL column was not sent. */
function toRunInput(
  { clientId, ...facts }: Facts & { clientId: string },
  nodes: readonly (Facts & { nodeId: string })[],
  nulls: SentNulls,
): RunInput {
  const run = runInput.parse({
    ...pick(facts, RUN_FIELDS, nulls.fields),
    // Names that were accepted may be refused now.
    id: 'stored',
    chain: 'stored',
    nodes: nodes.map((node) => ({
      ...pick(node, NODE_FIELDS, nulls.nodes.has(node.nodeId) ? OUTPUT : NOTHING),
      id: node.nodeId,
    })),
  })
  return { ...run, id: clientId }
}

const OUTPUT: ReadonlySet<string> = new Set(['output'])
const NOTHING: ReadonlySet<string> = new Set()
const RUN_FIELDS =
  'kind scenario attempt maxAttempts status request output error tokens costUsd budget contract criteria sources metadata durationMs'.split(
    ' ',
  )
const NODE_FIELDS =
  'name type dependencies status input systemPrompt output error toolCalls files tokens durationMs'.split(' ')

function pick(facts: Facts, fields: readonly string[], nulls: ReadonlySet<string>): Facts {
  return Object.fromEntries(
    fields.flatMap((field) => (facts[field] === null && !nulls.has(field) ? [] : [[field, facts[field]]])),
  )
}
