import { patchRun as patchContract } from '@/lib/contracts/run-changes'
import { type RunInput, runInput } from '@/lib/contracts/run-input'
import type { Tx } from '@/lib/db/client'
import type { Prisma } from '@/lib/db/generated/client'
import { withPreparedStatements } from '@/lib/db/prepared-statements'
import { inTransaction } from '@/lib/db/transaction'
import { redactValue } from '@/lib/engine/redaction/redact-run'
import { RUNNING } from '@/lib/engine/scoring/scored-run'
import { definedOf } from '@/lib/ingest/json'
import { audit } from '../audit'
import type { ProjectContext } from '../context'
import { askerOf } from '../engine-pool/ask'
import { transactionTurns } from '../engine-pool/pool'
import { AppError, invalidInput, notFound } from '../errors'
import { announce } from '../live/changes'
import { operation } from '../operation'
import { loadRedactor } from '../redaction/load-redactor'
import { loadRunId } from '../runs/find'
import { type LockedRun, lockIngestShared, lockRuns } from '../runs/lock'
import { findRunRows } from '../runs/rows'
import { setTags } from '../runs/tags'
import { bodyHash } from './body-hash'
import { endRun, findTraceId } from './end-run'
import { endedBy, keepPatch, mergeMetadata, type RunEnd } from './patches'
import { toErrorObject } from './rows'
import { lockTraces } from './span-store'
import { loadStoredBody } from './stored-body'

type Json = Prisma.InputJsonObject
type Named = { runId: string; clientId: string; traceId: string | null; run: LockedRun }

/**
 * Merges metadata key by key and replaces tags; the previous values are audited. Output and end are accepted only while the run
 * is running. Patches of a run made of a trace are kept and applied again as the trace grows.
 */
export const patchRun = operation(patchContract, async (ctx, { runId: name, tags: sentTags, ...sent }) => {
  const projectId = ctx.project.id
  const redactor = await loadRedactor(ctx.db, projectId)
  const { metadata, ...end } = redactor === null ? sent : redactValue(redactor, sent)
  const tags = redactor === null ? sentTags : sentTags?.map((tag, at) => redactValue(redactor, tag, `tags.${at}`))
  const runId = await loadRunId(ctx, name)
  const hasEnd = Object.values(end).some((value) => value !== undefined)
  const patch = () =>
    inTransaction(ctx, async (tx) => {
      const named = await lockRun(tx, ctx, runId)
      const isEnd = hasEnd && (await isOpenTo(tx, ctx, named, definedOf(end)))
      if (hasEnd && !isEnd && !metadata && !tags) return loadMetadata(tx, projectId, runId)
      const changed = metadata ? await setMetadata(tx, projectId, named, metadata) : undefined
      const had = tags ? await setTags(tx, ctx, runId, tags) : undefined
      // Must be last: it stores the run again, with the changes above.
      if (isEnd) await endRun(tx, ctx, { ...named, end: definedOf(end) })
      await audit(tx, ctx, 'run.patched', {
        subject: `run:${runId}`,
        before: {
          ...(changed && { metadata: changed as Json }),
          ...(had && { tags: had }),
          ...(isEnd && { status: RUNNING }),
        },
        after: { ...(metadata && { metadata: metadata as Json }), ...(tags && { tags }), ...(isEnd && toRecord(end)) },
      })
      await announce(tx, { project: projectId, topic: 'run', id: runId })
      return loadMetadata(tx, projectId, runId)
    })
  // The transaction holds a database connection while it waits for an engine thread, so it takes a turn.
  const after = await withPreparedStatements(() => (hasEnd ? transactionTurns().run(askerOf(ctx), patch) : patch()))
  const [run] = await findRunRows(ctx.db, projectId, [runId])
  if (!run) throw notFound('run')
  return { run, metadata: after }
})

/** Locks a run in the order of ingestion: its trace, the overrides, then its rows. */
async function lockRun(tx: Tx, ctx: ProjectContext, runId: string): Promise<Named> {
  const projectId = ctx.project.id
  const named = await tx.run.findUnique({
    where: { projectId_id: { projectId, id: runId } },
    select: { clientId: true },
  })
  if (!named) throw notFound('run')
  const traceId = await findTraceId(tx, projectId, named.clientId)
  if (traceId !== null) await lockTraces(tx, projectId, [traceId])
  await lockIngestShared(tx, projectId)
  const { runs } = await lockRuns(tx, projectId, [runId], ctx.now())
  const [run] = runs
  if (!run) throw notFound('run')
  return { runId, clientId: named.clientId, traceId, run }
}

/**
 * Returns whether the run still takes this end; false if it has ended exactly so, which makes a retry safe.
 * @throws AppError conflict when a run that has ended is given another output or end
 */
async function isOpenTo(tx: Tx, ctx: ProjectContext, { runId, run }: Named, end: RunEnd): Promise<boolean> {
  // A run that was settled without its end still accepts it.
  if (run.status === RUNNING || run.isIncomplete) return true
  const { run: stored } = await loadStoredBody(tx, ctx.project.id, runId)
  if (isSameEnd(stored, end)) return false
  const fields = Object.keys(end)
  const message = `this run has ended (${run.status}): its ${fields.join(' and ')} can be set only while it is running`
  throw new AppError(
    'conflict',
    message,
    fields.map((path) => ({ path, message: 'only while the run is running' })),
  )
}

function isSameEnd(stored: RunInput, end: RunEnd): boolean {
  const { endedAt, durationMs: _, ...sent } = endedBy(end, stored.startedAt)
  const isSameTime = endedAt === undefined || Date.parse(endedAt) === Date.parse(stored.endedAt ?? '')
  const { status, output, error } = stored
  const comparable = (fields: typeof sent) => bodyHash({ ...fields, error: toErrorObject(fields.error) })
  return isSameTime && comparable({ status, output, error, ...sent }) === comparable({ status, output, error })
}

const MAX_METADATA = 100_000

/** Returns the previous values of the changed keys. */
async function setMetadata(tx: Tx, projectId: string, named: Named, changes: Record<string, unknown>) {
  const { runId, clientId, traceId } = named
  const before = await loadMetadata(tx, projectId, runId)
  const merged = mergeMetadata(before, changes)
  if (JSON.stringify(merged).length > MAX_METADATA)
    throw invalidInput([
      { path: 'metadata', message: `comes to more than ${MAX_METADATA.toLocaleString('en')} characters` },
    ])
  const data = { metadata: merged as Json }
  await tx.run.update({ where: { projectId_id: { projectId, id: runId } }, data })
  if (traceId !== null) await keepPatch(tx, projectId, clientId, { metadata: changes, end: {} })
  return Object.fromEntries(Object.keys(changes).map((key) => [key, before[key] ?? null]))
}

async function loadMetadata(tx: Tx, projectId: string, runId: string): Promise<Record<string, unknown>> {
  const run = await tx.run.findUniqueOrThrow({
    where: { projectId_id: { projectId, id: runId } },
    select: { metadata: true },
  })
  return runInput.shape.metadata.parse(run.metadata ?? undefined) ?? {}
}

/** The end for the audit log, without the output, which may be long and is stored with the run. */
function toRecord({ output, ...end }: RunEnd): Json {
  return { ...(JSON.parse(JSON.stringify(end)) as Json), ...(output !== undefined && { output: 'set' }) }
}
