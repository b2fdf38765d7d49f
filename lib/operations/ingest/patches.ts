import { z } from 'zod'
import { json } from '@/lib/contracts/primitives'
import { type RunBody, runError } from '@/lib/contracts/run-input'
import { finishedStatuses } from '@/lib/contracts/vocabulary'
import type { Tx } from '@/lib/db/client'

/** The end of a run, as far as it was reported separately from the run. */
const runEnd = z.object({
  status: z.enum(finishedStatuses).optional(),
  output: json.optional(),
  error: runError.optional(),
  endedAt: z.string().optional(),
})
export type RunEnd = z.output<typeof runEnd>

const patch = z.object({ metadata: z.record(z.string(), json), end: runEnd })
type RunPatch = z.output<typeof patch>

/** Loads the patches of these runs by client id. Only runs made of traces have patches, which are applied whenever the run is remade. */
export async function loadPatches(
  tx: Tx,
  projectId: string,
  runKeys: readonly string[],
): Promise<ReadonlyMap<string, RunPatch>> {
  if (runKeys.length === 0) return new Map()
  const rows = await tx.$queryRaw<{ runKey: string; metadata: unknown; end: unknown }[]>`
    SELECT run_key AS "runKey", metadata, "end" FROM run_patch
    WHERE project_id = ${projectId}::uuid AND run_key = ANY(${runKeys}::text[])`
  return new Map(rows.map((row) => [row.runKey, patch.parse(row)]))
}

/** Merges a patch into the stored one. A null in the metadata marks a removed key. */
export async function keepPatch(tx: Tx, projectId: string, runKey: string, added: RunPatch): Promise<void> {
  const before = (await loadPatches(tx, projectId, [runKey])).get(runKey)
  const merged = { metadata: { ...before?.metadata, ...added.metadata }, end: { ...before?.end, ...added.end } }
  await tx.$executeRaw`
    INSERT INTO run_patch (project_id, run_key, metadata, "end")
    VALUES (${projectId}::uuid, ${runKey}, ${JSON.stringify(merged.metadata)}::json, ${JSON.stringify(merged.end)}::json)
    ON CONFLICT (project_id, run_key) DO UPDATE SET metadata = EXCLUDED.metadata, "end" = EXCLUDED."end"`
}

/** Applies a patch to the run made of a trace. */
export function withPatch(body: RunBody, added: RunPatch | undefined): RunBody {
  if (!added) return body
  return {
    ...body,
    metadata: mergeMetadata(body.metadata ?? {}, added.metadata),
    ...endedBy(added.end, body.startedAt),
  }
}

/** The changes that an end makes to a run. An `endedAt` before the start is ignored: clocks differ. */
export function endedBy(end: RunEnd, startedAt: string | undefined): Partial<RunBody> {
  const { endedAt, ...fields } = end
  const isAfter = endedAt !== undefined && (startedAt === undefined || Date.parse(endedAt) >= Date.parse(startedAt))
  return { ...fields, ...(isAfter && { endedAt, durationMs: undefined }) }
}

/** Sets keys of the metadata; null removes a key. */
export function mergeMetadata(
  before: Record<string, unknown>,
  changes: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value !== null))
}
