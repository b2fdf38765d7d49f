import type { WeeklyReport } from '@/lib/contracts/weekly/report'
import { processWide } from '@/lib/process-wide'
import type { ProjectContext } from '../context'
import type { ProjectZone } from './period'
import { buildReport } from './report'

/** A report that is not frozen, as of a time. */
export type Preview = { report: WeeklyReport; madeAt: Date }

/** `seq`: the last event of the project's audit log before the preview was made. */
type Kept = Preview & { seq: number; until: number }

/** A preview that takes longer serves for so many times that long. */
const QUICK_MS = 1000
const SERVES_TIMES = 20

/**
 * Makes the preview of a week. With tens of thousands of chains that takes seconds: such a preview serves the readers of some minutes, as of
 * when it was made, while runs arrive; whatever a person does meanwhile, such as a verdict or a deletion, has it made anew.
 */
export async function previewWeek(
  ctx: ProjectContext,
  zone: ProjectZone,
  week: string,
  quickMs = QUICK_MS,
): Promise<Preview> {
  const kept = processWide('veritasPreviews', () => new Map<string, Kept>())
  const key = `${ctx.project.id} ${week}`
  const seq = await lastEvent(ctx)
  const known = kept.get(key)
  if (known && known.seq === seq && known.until > Date.now()) return known
  kept.delete(key)
  const startedAt = Date.now()
  const madeAt = ctx.now()
  const report = await buildReport(ctx.db, ctx.project.id, zone, week, madeAt)
  const tookMs = Date.now() - startedAt
  if (tookMs >= quickMs) keep(kept, key, { report, madeAt, seq, until: Date.now() + tookMs * SERVES_TIMES })
  return { report, madeAt }
}

function keep(kept: Map<string, Kept>, key: string, preview: Kept): void {
  for (const [other, { until }] of kept) if (until < Date.now()) kept.delete(other)
  kept.set(key, preview)
}

async function lastEvent({ db, project }: ProjectContext): Promise<number> {
  const head = await db.auditHead.findUnique({ where: { projectId: project.id }, select: { seq: true } })
  return head?.seq ?? 0
}
