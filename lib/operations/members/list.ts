import { listMembers as contract } from '@/lib/contracts/projects'
import { Prisma } from '@/lib/db/generated/client'
import { personOf } from '../context'
import { byName, folded, foldText, hasWords, naturalPlace } from '../natural-order'
import { operation } from '../operation'
import { DECIDING_ROLES, type MemberRow, toMemberView } from './members'

/** Lists members by name. With a limit the caller is among the first, and so are people whose name begins with the text. */
export const listMembers = operation(contract, async (ctx, { text, deciders, userIds, limit }) => {
  const projectId = ctx.project.id
  const wanted = foldText(text ?? '')
  const conditions = [
    Prisma.sql`m.project_id = ${projectId}::uuid`,
    ...(wanted ? [hasWords(folded(Prisma.sql`concat_ws(' ', u.name, u.email)`), wanted)] : []),
    ...(deciders ? [Prisma.sql`m.role = ANY(${DECIDING_ROLES}::text[]) AND u.disabled_at IS NULL`] : []),
    ...(userIds ? [Prisma.sql`m.user_id = ANY(${userIds}::uuid[])`] : []),
  ]
  const me = personOf(ctx.actor)?.userId ?? null
  const firstOf = (count: number) => Prisma.sql`
    ORDER BY m.user_id IS DISTINCT FROM ${me}::uuid, NOT starts_with(${folded(Prisma.sql`u.name`)}, ${wanted}),
      ${naturalPlace(Prisma.sql`u.name`)}, m.user_id LIMIT ${count}`
  const rows = await ctx.db.$queryRaw<Row[]>`
    SELECT m.role, m.created_at AS "createdAt", u.id, u.email, u.email_verified_at AS "emailVerifiedAt", u.name,
      (count(*) OVER ())::int AS count
    FROM membership m JOIN "user" u ON u.id = m.user_id
    WHERE ${Prisma.join(conditions, ' AND ')} ${limit === undefined ? Prisma.sql`ORDER BY m.user_id` : firstOf(limit)}`
  return {
    members: rows
      .map(({ role, createdAt, count: _, ...user }) => toMemberView({ role, createdAt, user }, ctx))
      .sort((a, b) => byName(a.name, b.name)),
    count: rows[0]?.count ?? 0,
  }
})

type Row = Omit<MemberRow, 'user'> & MemberRow['user'] & { count: number }
