import { type RunInput, runInput } from '@/lib/contracts/run-input'
import type { Tx } from '@/lib/db/client'
import type { Prisma } from '@/lib/db/generated/client'
import { inTransaction } from '@/lib/db/transaction'
import { RUNNING } from '@/lib/engine/scoring/scored-run'
import { auditAll, type Entry } from '../audit'
import type { ProjectContext } from '../context'
import { AppError, invalidInput, notFound } from '../errors'
import { lockGatesOf } from '../gates/follow-runs'
import { announce } from '../live/changes'
import { isJudged } from '../runs/human-verdict'
import { type LockedRun, lockIngestShared, lockRuns } from '../runs/lock'
import { setTags } from '../runs/tags'
import { bodyHash } from './body-hash'
import { type EndOfWhole, endTrace, findTraceIds, measureEnds } from './end-run'
import { endedBy, keepPatch, mergeMetadata, type RunEnd } from './patches'
import { storeAnew } from './replace'
import { toErrorObject } from './rows'
import { lockTraces } from './span-store'
import { findLongRuns, findStoredBodies, type StoredBody } from './stored-body'

type Json = Prisma.InputJsonObject
type Metadata = Record<string, unknown>

/** What is sent for one run by its internal id; `end` has only the fields that were sent. */
export type SentPatch = { runId: string; metadata: Metadata | undefined; tags: string[] | undefined; end: RunEnd }

/** A locked run as it is before a patch. */
type Before = {
  run: LockedRun
  /** Undefined for a run that was sent whole. */
  traceId: string | undefined
  metadata: Metadata
  /** Loaded if an end is sent. */
  stored: StoredBody | undefined
  /** It was settled without its end, and a person has judged it so. */
  isJudged: boolean
}

/** A patch that its run takes. `isEnd`: with the end, which otherwise the run has already. */
type Change = { patch: SentPatch; before: Before; isEnd: boolean; metadata: Metadata }

/**
 * Applies patches of different runs in one transaction, and returns the metadata that each run has then. Of several, the patch of a run that
 * does not take it, is made of a trace or holds very much has null, and must be tried alone.
 * @throws AppError what is wrong with the only patch
 */
export function applyPatches(ctx: ProjectContext, patches: readonly SentPatch[]): Promise<(Metadata | null)[]> {
  const isAlone = patches.length === 1
  return inTransaction(ctx, async (tx) => {
    const projectId = ctx.project.id
    const befores = await loadBefore(tx, ctx, patches)
    const taken = patches.flatMap((patch) => {
      const before = befores.get(patch.runId)
      if (isAlone) return toChange(patch, before)
      return before && before.traceId === undefined ? (findChange(patch, before) ?? []) : []
    })
    const { incoming, refused } = await measureEnds(tx, ctx, taken.flatMap(toEnd))
    const [issues] = refused.values()
    if (isAlone && issues) throw invalidInput(issues)
    const changes = taken.filter(({ before }) => !refused.has(before.run.clientId))
    const changed = changes.filter(({ patch, isEnd }) => isEnd || patch.metadata || patch.tags)
    const entries: Entry[] = []
    for (const change of changed) entries.push(toEntry(change, await writeFeedback(tx, ctx, change)))
    // Must be last: it stores the runs again, with the changes above.
    if (incoming.length > 0) await storeAnew(tx, ctx, incoming, 'ended')
    await auditAll(tx, ctx, 'run.patched', entries)
    await announce(tx, ...changed.map(({ patch }) => ({ project: projectId, topic: 'run' as const, id: patch.runId })))
    const after = await loadMetadata(
      tx,
      projectId,
      changes.map(({ patch }) => patch.runId),
    )
    return patches.map(({ runId }) => after.get(runId) ?? null)
  })
}

/**
 * Locks the runs in the order of ingestion: their traces, the overrides, their gates, then their rows. Leaves out runs that do not exist, and of several
 * those that hold too much to be loaded together.
 */
async function loadBefore(tx: Tx, ctx: ProjectContext, patches: readonly SentPatch[]): Promise<Map<string, Before>> {
  const projectId = ctx.project.id
  const runIds = patches.map(({ runId }) => runId)
  const named = await tx.runSummary.findMany({
    where: { projectId, id: { in: runIds } },
    select: { clientId: true },
  })
  const clientIds = named.map(({ clientId }) => clientId)
  const traceIds = await findTraceIds(tx, projectId, clientIds)
  if (traceIds.size > 0) await lockTraces(tx, projectId, [...traceIds.values()])
  await lockIngestShared(tx, projectId)
  if (patches.some(hasEnd)) await lockGatesOf(tx, projectId, runIds)
  const { runs } = await lockRuns(tx, projectId, runIds, ctx.now())
  const long = patches.length > 1 ? await findLongRuns(tx, projectId, runIds) : new Set()
  const loaded = runs.filter(({ id }) => !long.has(id))
  const incomplete = loaded.filter((run) => run.isIncomplete).map(({ id }) => id)
  const [metadata, judged, stored] = await Promise.all([
    loadMetadata(tx, projectId, runIds),
    findJudged(tx, projectId, incomplete),
    findStoredBodies(
      tx,
      projectId,
      patches.filter((patch) => hasEnd(patch) && !long.has(patch.runId)).map(({ runId }) => runId),
    ),
  ])
  return new Map(
    loaded.map((run) => [
      run.id,
      {
        run,
        traceId: traceIds.get(run.clientId),
        metadata: metadata.get(run.id) ?? {},
        stored: stored.get(run.id),
        isJudged: judged.has(run.id),
      },
    ]),
  )
}

async function findJudged(tx: Tx, projectId: string, runIds: readonly string[]): Promise<Set<string>> {
  if (runIds.length === 0) return new Set()
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT s.id FROM run_summary s
    WHERE s.project_id = ${projectId}::uuid AND s.id = ANY(${[...runIds]}::uuid[]) AND ${isJudged(projectId)}`
  return new Set(rows.map(({ id }) => id))
}

/** Whether more is sent than metadata and tags. */
export const hasEnd = ({ end }: Pick<SentPatch, 'end'>): boolean => Object.keys(end).length > 0

const MAX_METADATA = 100_000

/** @throws AppError why the run does not take the patch */
function toChange(patch: SentPatch, before: Before | undefined): Change {
  if (!before) throw notFound('run')
  const isEnd = hasEnd(patch) && isOpenTo(before, patch.end)
  const metadata = mergeMetadata(before.metadata, patch.metadata ?? {})
  if (patch.metadata && JSON.stringify(metadata).length > MAX_METADATA)
    throw invalidInput([
      { path: 'metadata', message: `comes to more than ${MAX_METADATA.toLocaleString('en')} characters` },
    ])
  return { patch, before, isEnd, metadata }
}

/** {@link toChange}, or null if the run does not take the patch. */
function findChange(patch: SentPatch, before: Before): Change | null {
  try {
    return toChange(patch, before)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/**
 * Returns whether the run still takes this end; false if it has ended exactly so, which makes a retry safe.
 * @throws AppError conflict when a run that has ended is given another output or end
 */
function isOpenTo({ run, stored, isJudged: judged }: Before, end: RunEnd): boolean {
  // A run that was settled without its end still accepts it, until a person has judged it as it is.
  if (run.status === RUNNING || (run.isIncomplete && !judged)) return true
  if (stored && isSameEnd(stored.run, end)) return false
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

/** The end of a run that was sent whole, which is stored again. */
function toEnd({ patch, before: { stored, traceId }, isEnd, metadata }: Change): EndOfWhole[] {
  return isEnd && traceId === undefined && stored ? [{ stored, end: patch.end, metadata }] : []
}

/** Writes metadata and tags, and the end of a run made of a trace, which is made again. Returns the tags that the run had. */
async function writeFeedback(tx: Tx, ctx: ProjectContext, change: Change): Promise<string[] | undefined> {
  const { patch, before, isEnd, metadata } = change
  const { runId, end } = patch
  const { clientId } = before.run
  const projectId = ctx.project.id
  if (patch.metadata && toEnd(change).length === 0) {
    const data = { metadata: metadata as Json }
    await tx.run.update({ where: { projectId_id: { projectId, id: runId } }, data })
    if (before.traceId !== undefined) await keepPatch(tx, projectId, clientId, { metadata: patch.metadata, end: {} })
  }
  const had = patch.tags ? await setTags(tx, ctx, runId, patch.tags) : undefined
  if (isEnd && before.traceId !== undefined) await endTrace(tx, ctx, { clientId, traceId: before.traceId, end })
  return had
}

/** Loads the metadata of these runs by internal id. */
async function loadMetadata(tx: Tx, projectId: string, runIds: readonly string[]): Promise<Map<string, Metadata>> {
  if (runIds.length === 0) return new Map()
  const rows = await tx.run.findMany({
    where: { projectId, id: { in: [...runIds] } },
    select: { id: true, metadata: true },
  })
  return new Map(rows.map(({ id, metadata }) => [id, runInput.shape.metadata.parse(metadata ?? undefined) ?? {}]))
}

/** What the audit log says of a change. */
function toEntry({ patch, before, isEnd }: Change, had: readonly string[] | undefined): Entry {
  const { runId, metadata, tags, end } = patch
  const former = Object.fromEntries(Object.keys(metadata ?? {}).map((key) => [key, before.metadata[key] ?? null]))
  return {
    subject: `run:${runId}`,
    before: {
      ...(metadata && { metadata: former as Json }),
      ...(had && { tags: [...had] }),
      ...(isEnd && { status: RUNNING }),
    },
    after: { ...(metadata && { metadata: metadata as Json }), ...(tags && { tags }), ...(isEnd && toRecord(end)) },
  }
}

/** The end for the audit log, without the output, which may be long and is stored with the run. */
function toRecord({ output, ...end }: RunEnd): Json {
  return { ...(JSON.parse(JSON.stringify(end)) as Json), ...(output !== undefined && { output: 'set' }) }
}
