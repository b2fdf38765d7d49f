import type { AcceptedRun } from '@/lib/contracts/ingest'
import { band, decision, grade } from '@/lib/contracts/primitives'
import type { ProjectContext } from '../../context'

type Standing = Omit<AcceptedRun, 'index' | 'id' | 'runId' | 'duplicate'>

/** How stored runs stand now, by run id: what a repeated submission is answered with. */
export async function readStandings(ctx: ProjectContext, runIds: readonly string[]): Promise<Map<string, Standing>> {
  if (runIds.length === 0) return new Map()
  const rows = await ctx.db.runSummary.findMany({
    where: { projectId: ctx.project.id, id: { in: [...runIds] } },
    select: { id: true, quality: true, grade: true, band: true, confidence: true, coverage: true, decision: true },
  })
  return new Map(
    rows.map(({ id, ...row }) => [
      id,
      {
        ...row,
        grade: grade.nullable().parse(row.grade),
        band: band.nullable().parse(row.band),
        decision: decision.parse(row.decision),
      },
    ]),
  )
}
