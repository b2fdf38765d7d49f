import type { RunInput } from '@/lib/contracts/run-input'
import type { Db } from '@/lib/db/client'
import { insertRows, type Row } from '@/lib/db/rows'
import { type RunFacts, runFacts } from '@/lib/engine/judgement/run-facts'
import type { ProjectContext } from '../context'
import { runsInEngine } from '../engine-pool/ask'
import { loadStoredRuns } from '../runs/stored-runs'

/** What a trace shows, and what the run was to do, where it tells. */
export type KnownFacts = { facts: RunFacts; task: string | null }

const SLICE = 32
const LIMIT_MS = 2000

/** Counts the facts of those of these runs that were never counted, some at a time, and keeps them. */
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
      // What takes too long is not tried with every fit: its run tells nothing.
      if (outcome === 'too slow') return [{ ...of, task: null, facts: nothingOf(runs[index]) }]
      return typeof outcome === 'object' && 'value' in outcome ? [{ ...of, ...outcome.value }] : []
    })
    if (rows.length > 0) await ctx.db.$executeRaw(insertRows('traceFacts', rows, 'ON CONFLICT DO NOTHING'))
  }
}

function nothingOf(run: RunInput | undefined): RunFacts | null {
  return run ? runFacts({ ...run, nodes: [], request: undefined, output: undefined }) : null
}

/** The facts that were counted of these runs, by run. */
export async function loadTraceFacts(
  db: Db,
  projectId: string,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, KnownFacts>> {
  const rows = await db.traceFacts.findMany({ where: { projectId, runId: { in: [...runIds] } } })
  return new Map(rows.map(({ runId, facts, task }) => [runId, { facts: facts as RunFacts, task }]))
}
