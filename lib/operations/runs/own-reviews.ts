import type { RunFilters } from '@/lib/contracts/runs'
import { Prisma } from '@/lib/db/generated/client'
import { readerOf } from '../blind-reviews/find'
import type { ProjectContext } from '../context'
import { isNotTakenBack } from './human-verdict'

/** Condition on a summary `s`: whether the person who reads gave a verdict on it and has not taken it back. A key has given none. */
export function ownReviews(ctx: ProjectContext, { reviewedByMe }: RunFilters): Prisma.Sql[] {
  if (reviewedByMe === undefined) return []
  const projectId = ctx.project.id
  const own = Prisma.sql`s.id IN (SELECT d.run_id FROM decision d
    WHERE d.project_id = ${projectId}::uuid AND d.user_id = ${readerOf(ctx)}::uuid AND d.kind = 'review' AND d.value IS NOT NULL
      AND d.run_id IS NOT NULL AND ${isNotTakenBack(projectId)})`
  return [reviewedByMe ? own : Prisma.sql`NOT ${own}`]
}
