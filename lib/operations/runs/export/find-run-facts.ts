import type { Db } from '@/lib/db/client'

export type RunFact = Awaited<ReturnType<typeof select>>[number]

/** The small facts of these runs by their id; request, output and sources stay where they are. */
export async function findRunFacts(
  db: Db,
  projectId: string,
  runIds: readonly string[],
): Promise<Map<string, RunFact>> {
  return new Map((await select(db, projectId, runIds)).map((run) => [run.id, run]))
}

function select(db: Db, projectId: string, runIds: readonly string[]) {
  return db.run.findMany({
    where: { projectId, id: { in: [...runIds] } },
    select: {
      id: true,
      error: true,
      tokens: true,
      startedAt: true,
      endedAt: true,
      receivedAt: true,
      submittedVia: true,
      metadata: true,
    },
  })
}
