import { createHash } from 'node:crypto'
import type { RunInput } from '@/lib/contracts/run-input'
import type { Db, Tx } from '@/lib/db/client'
import { insertRows, type Row } from '@/lib/db/rows'
import { inTransaction } from '@/lib/db/transaction'
import { type RunFacts, runFacts } from '@/lib/engine/judgement/run-facts'
import type { ProjectContext } from '../context'
import { runsInEngine } from '../engine-pool/ask'
import { lockSummaries } from '../runs/lock'
import { loadStoredRuns } from '../runs/stored-runs'

/** The facts of a trace, and a digest of the run's task if the trace names it. */
type KnownFacts = { facts: RunFacts; task: string | null }

const SLICE = 32
const LIMIT_MS = 2000

/** Computes and stores the trace facts of those runs that have none yet, in slices. */
export async function countTraceFacts(ctx: ProjectContext, runIds: readonly string[]): Promise<void> {
  const projectId = ctx.project.id
  const known = await ctx.db.traceFacts.findMany({
    where: { projectId, runId: { in: [...runIds] } },
    select: { runId: true },
  })
  const isKnown = new Set(known.map(({ runId }) => runId))
  const open = runIds.filter((id) => !isKnown.has(id))
  for (let at = 0; at < open.length; at += SLICE) {
    const stored = await loadStoredRuns(ctx.db, projectId, open.slice(at, at + SLICE))
    const runs = stored.map(({ run, summary }) => ({ ...run, chain: summary.chainId }))
    const outcomes = await runsInEngine(ctx, 'trace_facts', runs, { limitMs: LIMIT_MS, maxTooSlow: SLICE })
    const rows = stored.flatMap<Row<'traceFacts'>>(({ summary }, index) => {
      const outcome = outcomes[index]
      const of = { projectId, runId: summary.id }
      // Runs that exceed the time limit get empty facts, so that they are not tried again with every fit.
      if (outcome === 'too slow') return [{ ...of, task: null, facts: emptyFacts(runs[index]) }]
      if (typeof outcome !== 'object' || !('value' in outcome)) return []
      const { facts, task } = outcome.value
      return [{ ...of, facts, task: task && digestOf(task) }]
    })
    const revisions = new Map(stored.map(({ summary }) => [summary.id, summary.revision]))
    await inTransaction(ctx, (tx) => storeFacts(tx, projectId, rows, revisions))
  }
}

/** Stores the facts of those runs that are still as they were read: neither deleted nor replaced by a longer trace. */
async function storeFacts(
  tx: Tx,
  projectId: string,
  rows: readonly Row<'traceFacts'>[],
  revisions: ReadonlyMap<string, number>,
): Promise<void> {
  const held = await lockSummaries(
    tx,
    projectId,
    rows.map(({ runId }) => runId),
  )
  const now = await tx.runSummary.findMany({
    where: { projectId, id: { in: held } },
    select: { id: true, revision: true },
  })
  const isSame = new Set(now.flatMap(({ id, revision }) => (revisions.get(id) === revision ? [id] : [])))
  const kept = rows.filter(({ runId }) => isSame.has(runId))
  if (kept.length > 0) await tx.$executeRaw(insertRows('traceFacts', kept, 'ON CONFLICT DO NOTHING'))
}

/** The task may be the request itself, which must not outlive it here: only whether two are the same is needed. */
const digestOf = (task: string) => createHash('md5').update(task).digest('hex')

function emptyFacts(run: RunInput | undefined): RunFacts | null {
  return run ? runFacts({ ...run, nodes: [], request: undefined, output: undefined }) : null
}

/** Returns the stored trace facts by run id. */
export async function loadTraceFacts(
  db: Db,
  projectId: string,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, KnownFacts>> {
  const rows = await db.traceFacts.findMany({ where: { projectId, runId: { in: [...runIds] } } })
  return new Map(rows.map(({ runId, facts, task }) => [runId, { facts: facts as RunFacts, task }]))
}
