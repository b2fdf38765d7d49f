import { CONTENT_REMOVED } from '@/lib/contracts/vocabulary'
import type { WeeklyReport } from '@/lib/contracts/weekly/report'
import type { Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { failureHref } from '@/lib/presentation/links'
import { deskUrl } from '../desk-url'
import { changeWeeks } from './frozen-weeks'
import { removeWebhookMessages } from './remove-rows'

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
  const gone = wordless.map(({ fingerprint }) => fingerprint)
  await tx.failureGroup.updateMany({
    where: { projectId, fingerprint: { in: gone }, NOT: { template: CONTENT_REMOVED } },
    data: { template: CONTENT_REMOVED },
  })
  const isGone = new Set(gone)
  const quoted = Prisma.sql`jsonb_path_query_array(report, '$.failures.groups[*].fingerprint') ?| ${gone}::text[]`
  await changeWeeks(tx, projectId, quoted, (report) => ({
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
  const ends = fingerprints.map((id) => deskUrl(failureHref(slug, id)).slice(-36))
  await removeWebhookMessages(tx, projectId, ends)
}

/** Removes from the frozen pages of weeks what deleted gates asked, which may name a run. */
export async function removeGateWords(tx: Tx, projectId: string, gateIds: readonly string[]): Promise<void> {
  if (gateIds.length === 0) return
  const isGone = new Set(gateIds)
  const without = (gates: WeeklyReport['gates']['decided']) =>
    gates.map((gate) => (isGone.has(gate.id) ? { ...gate, title: CONTENT_REMOVED } : gate))
  const namesThem = Prisma.sql`jsonb_path_query_array(report, '$.gates.*[*].id') ?| ${[...gateIds]}::text[]`
  await changeWeeks(tx, projectId, namesThem, (report) => ({
    ...report,
    gates: {
      ...report.gates,
      decided: without(report.gates.decided),
      overdue: without(report.gates.overdue),
      waiting: without(report.gates.waiting),
    },
  }))
}
