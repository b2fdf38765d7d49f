import { type WeeklyReport, weeklyReport } from '@/lib/contracts/weekly/report'
import type { Tx } from '@/lib/db/client'
import type { Prisma } from '@/lib/db/generated/client'
import { weekMarkdown } from '@/lib/presentation/text/week-markdown'
import { lockWeeksExclusive } from '../runs/lock'

/**
 * Changes the frozen pages of weeks whose `report` meets a condition, after those that are being made. Their Markdown is rendered again: in it a
 * text may be escaped, or part of other words.
 */
export async function changeWeeks(
  tx: Tx,
  projectId: string,
  condition: Prisma.Sql,
  change: (report: WeeklyReport) => WeeklyReport,
): Promise<void> {
  await lockWeeksExclusive(tx, projectId)
  const pages = await tx.$queryRaw<{ week: string; revision: number; report: unknown }[]>`
    SELECT week, revision, report FROM weekly_review WHERE project_id = ${projectId}::uuid AND ${condition}`
  for (const { week, revision, report: stored } of pages) {
    const report = change(weeklyReport.parse(stored))
    await tx.weeklyReview.update({
      where: { projectId_week_revision: { projectId, week, revision } },
      data: { report, markdown: weekMarkdown(report) },
    })
  }
}
