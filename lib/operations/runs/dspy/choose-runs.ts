import type { DspyExportInput } from '@/lib/contracts/dspy-export'
import { Prisma } from '@/lib/db/generated/client'
import type { ProjectContext } from '../../context'
import { AppError } from '../../errors'
import { toRunPredicate } from '../read/run-predicate'

/** FROM and WHERE of the runs to export: summary `s` and run `r`. */
export type ChosenRuns = Prisma.Sql

/**
 * Live runs with a score that had arrived by now; of those, unless failures are asked for too, what completed unblocked with
 * the least score or more.
 * @throws not_found naming the chain or the version that is not there: an empty export would pass for one without examples
 */
export async function chooseRuns(ctx: ProjectContext, input: DspyExportInput): Promise<ChosenRuns> {
  const { chain, version, range, from, to, minScore, includeFailures } = input
  const filters = { chain, version, range, from, to, kind: ['live' as const] }
  const passing = includeFailures ? {} : { status: ['completed'], qualityMin: minScore }
  await refuseUnknown('chain', chain, (names) =>
    ctx.db.chain.findMany({ where: { projectId: ctx.project.id, name: { in: names } }, select: { name: true } }),
  )
  await refuseUnknown('version', version, async (names) => {
    const ofChain = chain?.length ? { chain: { name: { in: chain } } } : {}
    const where = { projectId: ctx.project.id, version: { in: names }, ...ofChain }
    const rows = await ctx.db.chainVersion.findMany({ where, select: { version: true }, distinct: ['version'] })
    return rows.map((row) => ({ name: row.version }))
  })
  const predicate = await toRunPredicate(ctx, { ...filters, ...passing }, 'oldest')
  if (!predicate) throw notThere('version', version ?? [])
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

async function refuseUnknown(
  path: 'chain' | 'version',
  names: string[] | undefined,
  find: (names: string[]) => Promise<{ name: string }[]>,
): Promise<void> {
  if (!names?.length) return
  const known = new Set((await find(names)).map(({ name }) => name))
  const unknown = names.filter((name) => !known.has(name))
  if (unknown.length > 0) throw notThere(path, unknown)
}

function notThere(path: 'chain' | 'version', names: readonly string[]): AppError {
  const message = `no ${path} is named ${names.map((name) => `"${name}"`).join(', ')}`
  return new AppError('not_found', message, [{ path, message }])
}
