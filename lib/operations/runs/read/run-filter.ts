import type { RunFilters } from '@/lib/contracts/runs'
import { Prisma } from '@/lib/db/generated/client'
import type { ProjectContext } from '../../context'
import { startOfRange } from '../../range'
import { findVersionRefs } from './find-version-refs'

const MAX_ARMS = 40

/** Filters as SQL on a summary `s`: what every row fulfils, and the alternatives of which each is one index range. */
export type RunPredicate = { every: Prisma.Sql[]; arms: Prisma.Sql[] }

/** Turns filters into a predicate; null when a chain or version is named that does not exist, so that nothing can match. */
export async function toRunPredicate(ctx: ProjectContext, filters: RunFilters): Promise<RunPredicate | null> {
  const every = [
    ...equalities(filters),
    ...ranges(filters, ctx.now()),
    ...searches(filters),
    ...failures(ctx.project.id, filters),
  ]
  if (!filters.chain && !filters.version) return { every, arms: [] }
  const refs = await findVersionRefs(ctx, filters)
  if (refs.length === 0) return null
  const column = filters.version ? 'version_id' : 'chain_id'
  const ids = [...new Set(refs.map((ref) => (filters.version ? ref.versionId : ref.chainId)))]
  if (ids.length > MAX_ARMS) return { every: [...every, anyOf(column, ids, 'uuid')], arms: [] }
  return { every, arms: ids.map((id) => anyOf(column, [id], 'uuid')) }
}

/** `=` rather than `= ANY` for one value, so that an index on the column still yields its order. */
function anyOf(column: string, values: readonly string[], type: 'text' | 'uuid' = 'text'): Prisma.Sql {
  const name = Prisma.raw(`s.${column}`)
  const cast = Prisma.raw(type)
  const [first, ...more] = values
  if (more.length === 0) return Prisma.sql`${name} = ${first}::${cast}`
  return Prisma.sql`${name} = ANY(${values}::${cast}[])`
}

function equalities(filters: RunFilters): Prisma.Sql[] {
  const lists = [
    ['kind', filters.kind],
    ['status', filters.status],
    ['grade', filters.grade],
    ['band', filters.band],
    ['decision', filters.decision],
    ['failure_class', filters.failureClass],
    ['execution', filters.execution === undefined ? undefined : [filters.execution]],
    ['scenario', filters.scenario === undefined ? undefined : [filters.scenario]],
  ] as const
  const found = lists.flatMap(([column, values]) => (values && values.length > 0 ? [anyOf(column, values)] : []))
  if (filters.flagged !== undefined)
    found.push(filters.flagged ? Prisma.sql`s.flag IS NOT NULL` : Prisma.sql`s.flag IS NULL`)
  if (filters.reviewed !== undefined) {
    found.push(
      filters.reviewed
        ? Prisma.sql`s.human_origin IN ('review', 'gate')`
        : Prisma.sql`(s.human_origin IS NULL OR s.human_origin NOT IN ('review', 'gate'))`,
    )
  }
  return found
}

/** Thresholds hold within 1e-9, as everywhere. */
function ranges(filters: RunFilters, now: Date): Prisma.Sql[] {
  const found: Prisma.Sql[] = []
  if (filters.qualityMin !== undefined) found.push(Prisma.sql`s.quality >= ${filters.qualityMin - 1e-9}::float8`)
  if (filters.qualityMax !== undefined) found.push(Prisma.sql`s.quality <= ${filters.qualityMax + 1e-9}::float8`)
  const start = filters.range ? startOfRange(filters.range, now) : null
  if (start) found.push(Prisma.sql`s.occurred_at >= ${start}::timestamptz`)
  if (filters.from) found.push(Prisma.sql`s.occurred_at >= ${filters.from}::timestamptz`)
  if (filters.to) found.push(Prisma.sql`s.occurred_at < ${filters.to}::timestamptz`)
  return found
}

/**
 * The words have to occur in this order: one pattern, because the planner can estimate one and only guess at several.
 * Less than three letters have to begin a word: that much the trigram index can still find.
 */
function searches(filters: RunFilters): Prisma.Sql[] {
  const words = (filters.text ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const pattern = words.map((word) => word.replace(/[\\%_]/g, '\\$&')).join('%')
  if (words.some((word) => word.length >= 3)) return [Prisma.sql`s.search LIKE ${`%${pattern}%`}`]
  return [Prisma.sql`(s.search LIKE ${`${pattern}%`} OR s.search LIKE ${`% ${pattern}%`})`]
}

function failures(projectId: string, filters: RunFilters): Prisma.Sql[] {
  const found: Prisma.Sql[] = []
  if (filters.fingerprint !== undefined) {
    found.push(Prisma.sql`s.id IN (
      SELECT f.run_id FROM failure f WHERE f.project_id = ${projectId}::uuid AND f.fingerprint = ${filters.fingerprint})`)
  }
  if (filters.node !== undefined) {
    found.push(Prisma.sql`s.id IN (
      SELECT f.run_id FROM failure_group g JOIN failure f ON f.project_id = g.project_id AND f.fingerprint = g.fingerprint
      WHERE g.project_id = ${projectId}::uuid AND g.node = ${filters.node})`)
  }
  return found
}
