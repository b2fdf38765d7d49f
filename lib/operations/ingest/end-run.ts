import { parseInput } from '@/lib/contracts/input-issues'
import { type RunBody, runInput } from '@/lib/contracts/run-input'
import type { Tx } from '@/lib/db/client'
import { countRedacted } from '@/lib/engine/redaction/redact-run'
import { RUNNING } from '@/lib/engine/scoring/scored-run'
import type { ProjectContext } from '../context'
import { invalidInput } from '../errors'
import { endedBy, keepPatch, type RunEnd } from './patches'
import { remakeTraces } from './remake-traces'
import { storeAnew } from './replace'
import { scoreRuns } from './score'
import { hasArrived, loadSpans } from './span-store'
import { loadStoredBody } from './stored-body'
import { findSettings } from './version'

const TRACE_RUN = /^([0-9a-f]{32})(?:-[0-9a-f]{16})?$/

/** Returns the id of the trace that a run is made of; null for a run that was sent whole. */
export async function findTraceId(tx: Tx, projectId: string, clientId: string): Promise<string | null> {
  const traceId = TRACE_RUN.exec(clientId)?.[1]
  if (traceId === undefined) return null
  const spans = await tx.$queryRaw<object[]>`
    SELECT 1 FROM otlp_span o WHERE o.project_id = ${projectId}::uuid AND o.trace_id = ${traceId} AND ${hasArrived} LIMIT 1`
  return spans.length > 0 ? traceId : null
}

type Ending = {
  runId: string
  clientId: string
  /** Null for a run that was sent whole. Its locks are already held. */
  traceId: string | null
  /** The reported end; null when none was reported and the run is settled as it is. */
  end: RunEnd | null
}

/** Sets the output or end of a running run, or settles it without one, then scores and decides it again. */
export async function endRun(tx: Tx, ctx: ProjectContext, { runId, clientId, traceId, end }: Ending): Promise<void> {
  if (traceId === null) return restore(tx, ctx, runId, end)
  if (end) await keepPatch(tx, ctx.project.id, clientId, { metadata: {}, end })
  const whole = await loadSpans(tx, ctx.project.id, [traceId])
  const { faults } = await remakeTraces(tx, ctx, whole, new Set(end ? [] : [clientId]))
  const refused = faults.find(({ runId, count }) => runId === clientId && count > 0)
  if (refused) throw new Error(`the trace cannot be made a run: ${refused.message}`)
}

/** Stores a run again with its end; without one it is cancelled. One that was settled before is incomplete until its status is reported. */
async function restore(tx: Tx, ctx: ProjectContext, runId: string, end: RunEnd | null): Promise<void> {
  const { run, hash, via, receivedAt, occurredAt } = await loadStoredBody(tx, ctx.project.id, runId)
  const changes: Partial<RunBody> = end ? endedBy(end, run.startedAt) : { status: 'cancelled' }
  const changed = parseInput(runInput, { ...run, ...changes })
  if (changed.issues) throw invalidInput(changed.issues)
  const redactions = countRedacted(changed.data)
  const isIncomplete = end === null || (end.status === undefined && run.status !== RUNNING)
  const parsed = { index: 0, run: changed.data, hash, redactions, isAnew: true, isIncomplete }
  const settings = await findSettings(tx, ctx.project.id, [changed.data])
  const { incoming, rejected } = await scoreRuns(ctx, [parsed], settings, via)
  const [refused] = rejected
  if (refused) throw invalidInput(refused.issues)
  const again = incoming.map((item) => ({ ...item, receivedAt, occurredAt }))
  await storeAnew(tx, ctx, again, end ? 'ended' : 'settled')
}
