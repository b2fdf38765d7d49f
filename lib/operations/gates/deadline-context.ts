import type { Tx } from '@/lib/db/client'
import type { ProjectContext } from '../context'

/** Who acts when a gate's time runs out: nobody but the clock. */
export async function deadlineContext(
  tx: Tx,
  projectId: string,
  now: Date,
): Promise<Pick<ProjectContext, 'actor' | 'project' | 'now'>> {
  const project = await tx.project.findUniqueOrThrow({
    where: { id: projectId },
    select: { id: true, slug: true, name: true },
  })
  return { actor: { kind: 'system', name: 'Deadline', project }, project, now: () => now }
}
