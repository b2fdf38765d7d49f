import * as contracts from '@/lib/contracts/projects'
import { Prisma } from '@/lib/db/generated/client'
import { withPreparedStatements } from '@/lib/db/prepared-statements'
import { inTransaction } from '@/lib/db/transaction'
import { weekAt } from '@/lib/engine/weekly/iso-week'
import { audit } from '../audit'
import { type ProjectContext, personOf } from '../context'
import { AppError } from '../errors'
import { announce } from '../live/changes'
import { announceProjects, isDecider, lockProject } from '../members/members'
import { operation } from '../operation'
import { setRole } from '../setup/first-run'
import { toProjectView } from './list'

export const createProject = operation(contracts.createProject, (ctx, { slug, name }) =>
  inTransaction(ctx, async (tx) => {
    const person = personOf(ctx.actor)
    if (!person) throw new AppError('forbidden', 'this needs a signed-in person')
    const made = await tx.project.createManyAndReturn({
      data: [{ slug, name, createdAt: ctx.now() }],
      select: { ...projectFields, id: true },
      skipDuplicates: true,
    })
    const project = made[0]
    if (!project)
      throw new AppError('conflict', 'this address is taken', [{ path: 'slug', message: 'this address is taken' }])
    await setRole(tx, project.id, person.userId, 'admin')
    await audit(tx, { ...ctx, project }, 'project.create', {
      subject: `project:${project.id}`,
      after: {
        slug,
        name,
      },
    })
    await announceProjects(tx, person.userId)
    const { id: _, ...row } = project
    return { project: toProjectView(row, 'admin') }
  }),
)

export const updateProject = operation(contracts.updateProject, (ctx, input) =>
  inTransaction(ctx, async (tx) => {
    const { id } = ctx.project
    await lockProject(tx, id)
    const before = await tx.project.findUniqueOrThrow({ where: { id }, select: projectFields })
    const after = await tx.project.update({ where: { id }, data: input, select: projectFields })
    const settingsOf = ({ name, timeZone, quietMinutes }: typeof before) => ({ name, timeZone, quietMinutes })
    await audit(tx, ctx, 'project.update', {
      subject: `project:${id}`,
      before: settingsOf(before),
      after: settingsOf(after),
    })
    await announce(tx, { project: id, topic: 'projects' })
    return { project: toProjectView(after, ctx.role ?? 'viewer') }
  }),
)

const projectFields = {
  slug: true,
  name: true,
  timeZone: true,
  quietMinutes: true,
  createdAt: true,
  deletesAt: true,
} as const

type StatusRow = {
  timeZone: string
  pendingGates: number
  nextDeadlineAt: Date | null
  reviews: number
  flaggedRuns: number
  latestRunId: string | null
  deadLetters: number
  latestWeek: string | null
}

/**
 * Returns the status of a project from index lookups and rollups only, since every page requests it; in one statement, because each costs a
 * page more time here than in the database.
 */
export const getProjectStatus = operation(contracts.getProjectStatus, async (ctx) => {
  const projectId = ctx.project.id
  // Every page asks for it.
  const [row] = await withPreparedStatements(
    () => ctx.db.$queryRaw<[StatusRow]>`
      SELECT p.time_zone AS "timeZone",
        (SELECT count(*) FROM gate WHERE project_id = ${projectId}::uuid AND state = 'pending')::int AS "pendingGates",
        (SELECT min(deadline_at) FROM gate WHERE project_id = ${projectId}::uuid AND state = 'pending') AS "nextDeadlineAt",
        (SELECT count(*) FROM (SELECT 1 FROM review_item i WHERE ${isForReview(ctx)} LIMIT ${COUNTED}) waiting)::int AS reviews,
        (SELECT coalesce(sum(flagged), 0) FROM rollup_project_day WHERE project_id = ${projectId}::uuid)::int AS "flaggedRuns",
        (SELECT id FROM run_summary WHERE project_id = ${projectId}::uuid ORDER BY occurred_at DESC, id DESC LIMIT 1) AS "latestRunId",
        (SELECT count(*) FROM dead_letter WHERE project_id = ${projectId}::uuid AND status = 'pending' AND next_at IS NULL)::int AS "deadLetters",
        (SELECT week FROM weekly_review WHERE project_id = ${projectId}::uuid ORDER BY week DESC LIMIT 1) AS "latestWeek"
      FROM project p WHERE p.id = ${projectId}::uuid`,
  )
  const { timeZone, latestWeek, nextDeadlineAt, ...counts } = row
  return {
    ...counts,
    nextDeadlineAt: nextDeadlineAt?.toISOString() ?? null,
    ...(ctx.project.deletesAt && NOTHING_WAITS),
    week: latestWeek ?? weekAt(ctx.now().getTime(), timeZone),
    anyRun: counts.latestRunId !== null,
  }
})

/** Of a project that is to be deleted: whatever a person decided there would be refused. */
const NOTHING_WAITS = { pendingGates: 0, nextDeadlineAt: null, reviews: 0, deadLetters: 0 }

/** The navigation shows no more than two digits. */
const COUNTED = 100

/** Condition: item `i` waits for the caller, as the review queue hands them out; for a viewer or a key, it waits for anyone. */
function isForReview({ project: { id }, actor, now }: ProjectContext): Prisma.Sql {
  const at = now()
  const me = personOf(actor)?.userId ?? NOBODY
  // An assignment or hold of a person who may no longer review counts for nothing.
  return Prisma.sql`i.project_id = ${id}::uuid AND i.state = 'waiting'
    AND (i.claimed_by_id IS NULL OR i.claimed_until <= ${at} OR i.claimed_by_id = ${me}::uuid)
    AND (i.held_until IS NULL OR i.held_until <= ${at} OR NOT ${isDecider(id, Prisma.sql`i.held_by_id`)}
      OR i.held_by_id = ${me}::uuid AND i.claimed_by_id = ${me}::uuid AND i.claimed_until > ${at})
    AND (i.assigned_to_id IS NULL OR i.assigned_to_id = ${me}::uuid OR NOT ${isDecider(id, Prisma.sql`i.assigned_to_id`)})
    AND NOT (${me}::uuid = ANY(i.said_by))`
}

const NOBODY = '00000000-0000-0000-0000-000000000000'
