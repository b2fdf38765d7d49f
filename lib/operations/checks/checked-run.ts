import type { Db, Tx } from '@/lib/db/client'
import { findRunId } from '../runs/read/find-run-id'

/** A run as its checks name it: by the client's id, whether it has arrived (`runId` is ours) or not. */
export type CheckedRun = { runKey: string; runId: string | null }

/** The run that goes by `name`, ours or the client's; one that has not arrived yet keeps the name. */
export async function toCheckedRun(db: Db | Tx, projectId: string, name: string): Promise<CheckedRun> {
  const runId = await findRunId(db, projectId, name)
  if (runId === null) return { runKey: name, runId }
  const run = await db.run.findUniqueOrThrow({
    where: { projectId_id: { projectId, id: runId } },
    select: { clientId: true },
  })
  return { runKey: run.clientId, runId }
}
