import { z } from 'zod'
import { json } from '@/lib/contracts/primitives'
import { finishedStatuses, type RunBody, runError } from '@/lib/contracts/run-input'
import type { Tx } from '@/lib/db/client'

/** How a run ended, as far as it was told apart from the run. */
export const runEnd = z.object({
  status: z.enum(finishedStatuses).optional(),
  output: json.optional(),
  error: runError.optional(),
  endedAt: z.string().optional(),
})
export type RunEnd = z.output<typeof runEnd>

const patch = z.object({ metadata: z.record(z.string(), json), end: runEnd })
export type RunPatch = z.output<typeof patch>

/** What was said later of these runs, by the client's id; of runs that are made anew as their trace grows. */
export async function loadPatches(
  tx: Tx,
  projectId: string,
  runKeys: readonly string[],
): Promise<ReadonlyMap<string, RunPatch>> {
  if (runKeys.length === 0) return new Map()
  const rows = await tx.runPatch.findMany({ where: { projectId, runKey: { in: [...runKeys] } } })
  return new Map(rows.map((row) => [row.runKey, patch.parse(row)]))
}

/** Remembers what is said of such a run, over what was said before; a null in the metadata stands for a key that was removed. */
export async function keepPatch(tx: Tx, projectId: string, runKey: string, said: RunPatch): Promise<void> {
  const before = (await loadPatches(tx, projectId, [runKey])).get(runKey)
  const merged = { metadata: { ...before?.metadata, ...said.metadata }, end: { ...before?.end, ...said.end } }
  await tx.$executeRaw`
    INSERT INTO run_patch (project_id, run_key, metadata, "end")
    VALUES (${projectId}::uuid, ${runKey}, ${JSON.stringify(merged.metadata)}::jsonb, ${JSON.stringify(merged.end)}::jsonb)
    ON CONFLICT (project_id, run_key) DO UPDATE SET metadata = EXCLUDED.metadata, "end" = EXCLUDED."end"`
}

/** A run as its trace tells it, with what was said later over that. */
export function withPatch(body: RunBody, said: RunPatch | undefined): RunBody {
  if (!said) return body
  return { ...body, metadata: mergeMetadata(body.metadata ?? {}, said.metadata), ...endedBy(said.end, body.startedAt) }
}

/** What an end changes of a run. One before the start is left out: clocks differ. */
export function endedBy(end: RunEnd, startedAt: string | undefined): Partial<RunBody> {
  const { endedAt, ...told } = end
  const isAfter = endedAt !== undefined && (startedAt === undefined || Date.parse(endedAt) >= Date.parse(startedAt))
  return { ...told, ...(isAfter && { endedAt, durationMs: undefined }) }
}

/** Metadata with these keys set; null removes one. */
export function mergeMetadata(
  before: Record<string, unknown>,
  changes: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value !== null))
}
