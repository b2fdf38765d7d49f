import type { Tx } from '@/lib/db/client'
import { enqueue } from './enqueue'

/** Enqueues prediction of a project's new runs, if it has a learned model. */
export async function enqueuePrediction(tx: Tx, projectId: string): Promise<void> {
  // Runs with every batch: raw, since Prisma compiles a query of its own each time.
  const learned = await tx.$queryRaw<object[]>`
    SELECT 1 FROM verdict_model WHERE project_id = ${projectId}::uuid LIMIT 1`
  if (learned.length > 0) await enqueueLearning(tx, projectId)
}

/** Enqueues learning, which starts when the verdict is committed. */
export function enqueueLearning(tx: Tx, projectId: string): Promise<void> {
  return enqueue(tx, [{ name: 'verdicts-learn', data: { projectId, id: projectId } }])
}
