import type { Tx } from '@/lib/db/client'
import { insertRows } from '@/lib/db/rows'
import { findSimilar } from '@/lib/engine/failures/group-failures'
import type { ScoredFailure } from '@/lib/engine/scoring/scored-run'

type Measured = { measured: { failures: readonly ScoredFailure[] } }
type Group = { fingerprint: string; template: string; leaf: string }

/** Maximum groups that new messages are compared with, over all leaves. */
const CANDIDATES = 2000

/**
 * Assigns each failure of these runs to a group of the project: the one its masked message was assigned to before, else the
 * most similar one of its leaf, else a new one. The group's template becomes what its messages have in common.
 */
export async function joinGroups<T extends Measured>(
  tx: Tx,
  projectId: string,
  runs: readonly T[],
): Promise<readonly T[]> {
  const met = new Map(
    runs.flatMap(({ measured }) => measured.failures.map((failure) => [failure.fingerprint, failure] as const)),
  )
  if (met.size === 0) return runs
  const known = await tx.$queryRaw<{ fingerprint: string; groupedAs: string }[]>`
    SELECT fingerprint, grouped_as AS "groupedAs" FROM failure_template
    WHERE project_id = ${projectId}::uuid AND fingerprint = ANY(${[...met.keys()]}::text[])`
  const groupedAs = new Map(known.map(({ fingerprint, groupedAs }) => [fingerprint, groupedAs]))
  const open = [...met.values()].filter(({ fingerprint }) => !groupedAs.has(fingerprint))
  const templates = open.length === 0 ? new Map<string, string>() : await group(tx, projectId, open, groupedAs)
  return runs.map((run) => ({
    ...run,
    measured: {
      ...run.measured,
      failures: run.measured.failures.map((failure) => {
        const fingerprint = groupedAs.get(failure.fingerprint) ?? failure.fingerprint
        return { ...failure, fingerprint, template: templates.get(fingerprint) ?? failure.template }
      }),
    },
  }))
}

/** Groups messages seen for the first time, stores the assignment, and returns the templates of their groups. */
async function group(
  tx: Tx,
  projectId: string,
  open: readonly Group[],
  groupedAs: Map<string, string>,
): Promise<Map<string, string>> {
  const kept = await tx.failureGroup.findMany({
    where: { projectId, leaf: { in: [...new Set(open.map(({ leaf }) => leaf))] } },
    select: { fingerprint: true, template: true, leaf: true },
    orderBy: { lastSeenAt: 'desc' },
    take: CANDIDATES,
  })
  const groups = Map.groupBy<string, Group>(kept.toReversed(), ({ leaf }) => leaf)
  const templates = new Map<string, string>()
  for (const failure of open) {
    const leaf = groups.get(failure.leaf) ?? []
    const found = findSimilar(
      failure.template,
      leaf.map(({ template }) => template),
    )
    const joined = found && leaf[found.at]
    if (found && joined) joined.template = found.template
    else groups.set(failure.leaf, [...leaf, { ...failure }])
    const { fingerprint, template } = joined ?? failure
    groupedAs.set(failure.fingerprint, fingerprint)
    templates.set(fingerprint, template)
  }
  const rows = open.map(({ fingerprint }) => ({
    projectId,
    fingerprint,
    groupedAs: groupedAs.get(fingerprint) ?? fingerprint,
  }))
  await tx.$executeRaw(insertRows('failureTemplate', rows, 'ON CONFLICT DO NOTHING'))
  const before = new Map(kept.map(({ fingerprint, template }) => [fingerprint, template]))
  for (const [fingerprint, template] of [...templates].sort(([a], [b]) => (a < b ? -1 : 1)))
    if (before.has(fingerprint))
      await tx.failureGroup.updateMany({ where: { projectId, fingerprint, NOT: { template } }, data: { template } })
  return templates
}
