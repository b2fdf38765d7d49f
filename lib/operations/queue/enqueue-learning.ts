import type { Tx } from '@/lib/db/client'
import { enqueue } from './enqueue'

/** New runs of a project that has learned something are predicted soon. */
export async function enqueuePrediction(tx: Tx, projectId: string): Promise<void> {
  const learned = await tx.verdictModel.findFirst({ where: { projectId }, select: { version: true } })
  if (learned) await enqueueLearning(tx, projectId)
}

/** A verdict is learned from as soon as it is committed. */
export function enqueueLearning(tx: Tx, projectId: string): Promise<void> {
  return enqueue(tx, [{ name: 'verdicts-learn', data: { projectId, id: projectId } }])
}
