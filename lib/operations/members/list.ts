import { z } from 'zod'
import { listMembers as contract } from '@/lib/contracts/projects'
import { Prisma } from '@/lib/db/generated/client'
import { personOf } from '../context'
import { keysetCursor, positionText } from '../keyset-cursor'
import { byName, folded, foldText, hasWords, naturalKey } from '../natural-order'
import { operation } from '../operation'
import { DECIDING_ROLES, type MemberRow, toMemberView } from './members'

/** Position after a page: of its last member whether it is another than the caller, and has a name that begins otherwise; its key, name and id. */
const position = z.tuple([z.boolean(), z.boolean(), positionText, positionText, z.uuid()])
const cursors = keysetCursor(position)

/** Lists members by name. With a limit the caller is among the first, and so are people whose name begins with the text. */
export const listMembers = operation(contract, async (ctx, { text, deciders, userIds, limit, cursor }) => {
  const projectId = ctx.project.id
  const wanted = foldText(text ?? '')
  const conditions = [
    Prisma.sql`m.project_id = ${projectId}::uuid`,
    ...(wanted ? [hasWords(Prisma.sql`concat_ws(' ', u.name, u.email)`, text)] : []),
    ...(deciders ? [Prisma.sql`m.role = ANY(${DECIDING_ROLES}::text[]) AND u.disabled_at IS NULL`] : []),
    ...(userIds ? [Prisma.sql`m.user_id = ANY(${userIds}::uuid[])`] : []),
  ]
  const me = personOf(ctx.actor)?.userId ?? null
  const place = Prisma.sql`"isOther", "beginsOtherwise", key COLLATE "C", name, id`
  const after = cursor === undefined ? null : cursors.decode(cursor)
  const most = limit ?? (after ? REST : null)
  const rows = await ctx.db.$queryRaw<Row[]>`
    SELECT * FROM (
      SELECT m.role, m.created_at AS "createdAt", u.id, u.email, u.email_verified_at AS "emailVerifiedAt", u.name,
        m.user_id IS DISTINCT FROM ${me}::uuid AS "isOther", NOT starts_with(${folded(Prisma.sql`u.name`)}, ${wanted}) AS "beginsOtherwise",
        ${naturalKey(Prisma.sql`u.name`)} AS key, (count(*) OVER ())::int AS count
      FROM membership m JOIN "user" u ON u.id = m.user_id WHERE ${Prisma.join(conditions, ' AND ')}) found
    ${after ? Prisma.sql`WHERE (${place}) > (${after[0]}::boolean, ${after[1]}::boolean, ${after[2]}::text, ${after[3]}::text, ${after[4]}::uuid)` : Prisma.empty}
    ${most === null ? Prisma.empty : Prisma.sql`ORDER BY ${place} LIMIT ${most + 1}`}`
  const { page, next } = cursors.cut(rows, most ?? rows.length, positionOf)
  return {
    members: page
      .map(({ role, createdAt, id, email, emailVerifiedAt, name }) =>
        toMemberView({ role, createdAt, user: { id, email, emailVerifiedAt, name } }, ctx),
      )
      .sort((a, b) => byName(a.name, b.name)),
    count: rows[0]?.count ?? 0,
    next,
  }
})

/** How many follow a cursor where no number is named. */
const REST = 200

type Row = Omit<MemberRow, 'user'> &
  MemberRow['user'] & { isOther: boolean; beginsOtherwise: boolean; key: string; count: number }

const positionOf = ({ isOther, beginsOtherwise, key, name, id }: Row): z.infer<typeof position> => [
  isOther,
  beginsOtherwise,
  key,
  name,
  id,
]
