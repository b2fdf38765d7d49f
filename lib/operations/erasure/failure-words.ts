import { CONTENT_REMOVED } from '@/lib/contracts/vocabulary'
import { type WeeklyReport, weeklyReport } from '@/lib/contracts/weekly/report'
import type { Tx } from '@/lib/db/client'
import { weekMarkdown } from '@/lib/presentation/text/week-markdown'
import { lockWeeksExclusive } from '../runs/lock'
import { urlOf } from '../webhooks/emit'

/**
 * Removes what kinds of failure say in the words of runs, as far as the text of none of their failures is left: what the messages of a group
 * have in common, in the group and in the frozen pages of weeks. Names of steps, classes, codes and all numbers stay.
 * @param fingerprints of the failures that were deleted or lost their text
 * @returns those of which no text is left
 */
export async function removeFailureWords(
  tx: Tx,
  projectId: string,
  fingerprints: readonly string[],
): Promise<string[]> {
  const met = [...new Set(fingerprints)]
  if (met.length === 0) return []
  // Texts are removed oldest first: where the newest has none, no other does.
  const wordless = await tx.$queryRaw<{ fingerprint: string }[]>`
    SELECT x.fingerprint FROM unnest(${met}::text[]) AS x(fingerprint) LEFT JOIN LATERAL (
      SELECT f.message FROM failure f WHERE f.project_id = ${projectId}::uuid AND f.fingerprint = x.fingerprint
      ORDER BY f.occurred_at DESC LIMIT 1) l ON true
    WHERE l.message IS NULL OR l.message = ${CONTENT_REMOVED}`
  if (wordless.length === 0) return []
  await lockWeeksExclusive(tx, projectId)
  const gone = wordless.map(({ fingerprint }) => fingerprint)
  await tx.failureGroup.updateMany({
    where: { projectId, fingerprint: { in: gone }, NOT: { template: CONTENT_REMOVED } },
    data: { template: CONTENT_REMOVED },
  })
  const told = await tx.$queryRaw<{ week: string; revision: number }[]>`
    SELECT week, revision FROM weekly_review
    WHERE project_id = ${projectId}::uuid AND jsonb_path_query_array(report, '$.failures.groups[*].fingerprint') ?| ${gone}::text[]
    ORDER BY week, revision FOR UPDATE`
  const isGone = new Set(gone)
  await changeWeeks(tx, projectId, told, (report) => ({
    ...report,
    failures: {
      ...report.failures,
      groups: report.failures.groups.map((group) =>
        isGone.has(group.fingerprint) ? { ...group, template: CONTENT_REMOVED } : group,
      ),
    },
  }))
  return gone
}

/** Deletes messages to webhooks about these kinds of failure, which quote what their messages have in common. */
export async function removeFailureMessages(tx: Tx, projectId: string, fingerprints: readonly string[]): Promise<void> {
  if (fingerprints.length === 0) return
  const { slug } = await tx.project.findUniqueOrThrow({ where: { id: projectId }, select: { slug: true } })
  const ends = fingerprints.map((id) => urlOf(`/failures/${encodeURIComponent(id)}`, slug).slice(-36))
  await tx.$executeRaw`
    WITH gone AS (
      DELETE FROM webhook_message WHERE project_id = ${projectId}::uuid AND right(payload ->> 'url', 36) = ANY(${ends}::text[]) RETURNING id)
    DELETE FROM webhook_delivery d USING gone WHERE d.project_id = ${projectId}::uuid AND d.message_id = gone.id`
}

/** Removes from the frozen pages of weeks what deleted gates asked, which may name a run. */
export async function removeGateWords(tx: Tx, projectId: string, gateIds: readonly string[]): Promise<void> {
  if (gateIds.length === 0) return
  await lockWeeksExclusive(tx, projectId)
  const told = await tx.$queryRaw<{ week: string; revision: number }[]>`
    SELECT week, revision FROM weekly_review
    WHERE project_id = ${projectId}::uuid
      AND jsonb_path_query_array(report, '$.gates.*[*].id') ?| ${[...gateIds]}::text[]
    ORDER BY week, revision FOR UPDATE`
  const isGone = new Set(gateIds)
  const without = (gates: WeeklyReport['gates']['decided']) =>
    gates.map((gate) => (isGone.has(gate.id) ? { ...gate, title: CONTENT_REMOVED } : gate))
  await changeWeeks(tx, projectId, told, (report) => ({
    ...report,
    gates: {
      ...report.gates,
      decided: without(report.gates.decided),
      overdue: without(report.gates.overdue),
      waiting: without(report.gates.waiting),
    },
  }))
}

async function changeWeeks(
  tx: Tx,
  projectId: string,
  pages: readonly { week: string; revision: number }[],
  change: (report: WeeklyReport) => WeeklyReport,
): Promise<void> {
  for (const page of pages) {
    const where = { projectId_week_revision: { projectId, ...page } }
    const row = await tx.weeklyReview.findUniqueOrThrow({ where, select: { report: true } })
    const report = change(weeklyReport.parse(row.report))
    await tx.weeklyReview.update({ where, data: { report, markdown: weekMarkdown(report) } })
  }
}
