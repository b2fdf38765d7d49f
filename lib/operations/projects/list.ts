import { listProjects as contract, type ProjectView, role } from '@/lib/contracts/projects'
import { Prisma } from '@/lib/db/generated/client'
import { personOf } from '../context'
import { folded, foldText, naturalKey } from '../natural-order'
import { operation } from '../operation'
import { hasWords } from '../runs/chain-filter'

/** Lists projects from the index of a person's memberships; those to be deleted, which only admins see, come last. */
export const listProjects = operation(contract, async (ctx, { text, include = [], limit }) => {
  const userId = personOf(ctx.actor)?.userId ?? null
  const words = hasWords(folded(Prisma.sql`concat_ws(' ', p.name, p.slug)`), text && foldText(text))
  const rows = await ctx.db.$queryRaw<(Row & { role: string; place: string })[]>`
    SELECT p.slug, p.name, p.time_zone AS "timeZone", p.quiet_minutes AS "quietMinutes", p.created_at AS "createdAt",
      p.deletes_at AS "deletesAt", m.role,
      concat_ws(chr(9), p.deletes_at IS NOT NULL, ${naturalKey(Prisma.sql`p.name`)}, p.slug) COLLATE "C" AS place
    FROM membership m JOIN project p ON p.id = m.project_id
    WHERE m.user_id = ${userId}::uuid AND (m.role = 'admin' OR p.deletes_at IS NULL) AND ${words}
    ORDER BY p.slug = ANY(${include}::text[]) DESC, place LIMIT ${limit + 1}`
  const shown = rows.slice(0, limit).sort((a, b) => (a.place < b.place ? -1 : 1))
  return {
    projects: shown.map(({ place: _, role, ...row }) => toProjectView(row, role)),
    more: rows.length > limit,
  }
})

type Row = {
  slug: string
  name: string
  timeZone: string
  quietMinutes: number
  createdAt: Date
  deletesAt: Date | null
}

export function toProjectView(row: Row, memberRole: string): ProjectView {
  return {
    ...row,
    role: role.parse(memberRole),
    createdAt: row.createdAt.toISOString(),
    deletesAt: row.deletesAt?.toISOString() ?? null,
  }
}
