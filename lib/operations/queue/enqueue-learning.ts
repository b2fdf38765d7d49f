import type { Tx } from '@/lib/db/client'
import { enqueue } from './enqueue'

/** Enqueues prediction of a project's new runs, if it has a learned model. */
export async function enqueuePrediction(tx: Tx, projectId: string): Promise<void> {
  const learned = await tx.verdictModel.findFirst({ where: { projectId }, select: { version: true } })
  if (learned) await enqueueLearning(tx, projectId)
}

/** Enqueues learning, which starts when the verdict is committed. */
export function enqueueLearning(tx: Tx, projectId: string): Promise<void> {
  return enqueue(tx, [{ name: 'verdicts-learn', data: { projectId, id: projectId } }])
}
