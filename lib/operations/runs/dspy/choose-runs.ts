import type { DspyExportInput } from '@/lib/contracts/dspy-export'
import { Prisma } from '@/lib/db/generated/client'
import type { ProjectContext } from '../../context'
import { toRunPredicate } from '../read/run-predicate'

/** FROM and WHERE of the runs to export: summary `s` and run `r`. */
export type ChosenRuns = Prisma.Sql

/**
 * Live runs with a score that had arrived by now; of those, unless failures are asked for too, what completed unblocked with
 * the least score or more. Null where no run can fit.
 */
export async function chooseRuns(ctx: ProjectContext, input: DspyExportInput): Promise<ChosenRuns | null> {
  const { chain, version, range, from, to, minScore, includeFailures } = input
  const filters = { chain, version, range, from, to, kind: ['live' as const] }
  const passing = includeFailures ? {} : { status: ['completed'], qualityMin: minScore }
  const predicate = await toRunPredicate(ctx, { ...filters, ...passing }, 'oldest')
  if (!predicate) return null
  const conditions = [
    Prisma.sql`s.project_id = ${ctx.project.id}::uuid`,
    Prisma.sql`s.quality IS NOT NULL`,
    Prisma.sql`r.received_at <= ${ctx.now()}::timestamptz`,
    ...(includeFailures ? [] : [Prisma.sql`NOT s.blocked`]),
    ...predicate.every,
    ...(predicate.arms.length > 0 ? [Prisma.sql`(${Prisma.join(predicate.arms, ' OR ')})`] : []),
  ]
  return Prisma.sql`FROM run_summary s JOIN run r ON r.project_id = s.project_id AND r.id = s.id
    WHERE ${Prisma.join(conditions, ' AND ')}`
}
