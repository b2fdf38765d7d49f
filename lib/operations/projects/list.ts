import { z } from 'zod'
import { listProjects as contract, type ProjectView, role } from '@/lib/contracts/projects'
import { Prisma } from '@/lib/db/generated/client'
import { personOf } from '../context'
import { keysetCursor, positionText } from '../keyset-cursor'
import { hasWords, naturalKey } from '../natural-order'
import { operation } from '../operation'

/** Position after a page: of its last project whether it is to be deleted, the key of its name, and its address. */
const cursors = keysetCursor(z.tuple([z.boolean(), positionText, positionText]))

/** Lists projects from the index of a person's memberships; those to be deleted, which only admins see, come last. */
export const listProjects = operation(contract, async (ctx, { text, include = [], limit, cursor }) => {
  const userId = personOf(ctx.actor)?.userId ?? null
  const words = hasWords(Prisma.sql`concat_ws(' ', p.name, p.slug)`, text)
  const key = naturalKey(Prisma.sql`p.name`)
  const place = Prisma.sql`p.deletes_at IS NOT NULL, ${key} COLLATE "C", p.slug COLLATE "C"`
  const named = cursor === undefined ? include : []
  const after = cursor === undefined ? null : cursors.decode(cursor)
  const rows = await ctx.db.$queryRaw<(Row & { role: string; key: string; isNamed: boolean })[]>`
    SELECT p.slug, p.name, p.time_zone AS "timeZone", p.quiet_minutes AS "quietMinutes", p.created_at AS "createdAt",
      p.deletes_at AS "deletesAt", m.role, ${key} AS key, p.slug = ANY(${named}::text[]) AS "isNamed"
    FROM membership m JOIN project p ON p.id = m.project_id
    WHERE m.user_id = ${userId}::uuid AND (m.role = 'admin' OR p.deletes_at IS NULL) AND ${words}
      AND ${after ? Prisma.sql`(${place}) > (${after[0]}::boolean, ${after[1]}::text, ${after[2]}::text)` : Prisma.sql`true`}
    ORDER BY "isNamed" DESC, ${place} LIMIT ${limit + 1}`
  const more = rows.length > limit
  const page = rows.slice(0, limit)
  const last = page.findLast(({ isNamed }) => !isNamed)
  const next = last ? positionOf(last) : BEFORE_ALL
  return {
    projects: page.sort(byPosition).map(({ key: _, isNamed: __, role, ...row }) => toProjectView(row, role)),
    more,
    next: more ? cursors.encode(next) : null,
  }
})

type Position = [isToBeDeleted: boolean, key: string, slug: string]
type Placed = { deletesAt: Date | null; key: string; slug: string }

const BEFORE_ALL: Position = [false, '', '']
const positionOf = ({ deletesAt, key, slug }: Placed): Position => [deletesAt !== null, key, slug]

function byPosition(a: Placed, b: Placed): number {
  const [one, other] = [positionOf(a).join('\t'), positionOf(b).join('\t')]
  return Number(one > other) - Number(one < other)
}

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
