import { commentMost } from '@/lib/contracts/limits'
import { mentionedIn, toMentioned } from '@/lib/presentation/transcript/comments'
import type { ProjectContext } from '../context'
import { invalidInput } from '../errors'

type Mentioning = { body: string; mentions: readonly string[]; named: boolean }
type Mentioned = { userId: string; name: string }

/**
 * Returns the members whom a comment mentions, by id, and if `named` also those it names.
 * @throws invalid_input if one is not a member of the project, or if they are too many
 */
export async function loadMentioned(ctx: ProjectContext, { body, mentions, named }: Mentioning): Promise<Mentioned[]> {
  const found = [...(await loadMembers(ctx, mentions)), ...(named ? await findNamed(ctx, body) : [])]
  const people = [...new Map(found.map((person) => [person.userId, person])).values()]
  if (people.length > commentMost.mentions)
    throw invalidInput([{ path: 'body', message: `mentions ${people.length} people: at most ${commentMost.mentions}` }])
  return people
}

async function loadMembers({ db, project }: ProjectContext, userIds: readonly string[]): Promise<Mentioned[]> {
  if (userIds.length === 0) return []
  const members = await db.membership.findMany({
    where: { projectId: project.id, userId: { in: [...userIds] }, user: { disabledAt: null } },
    select: { userId: true, user: { select: { name: true } } },
  })
  const known = new Map(members.map(({ userId, user }) => [userId, user.name]))
  const unknown = userIds.findIndex((userId) => !known.has(userId))
  if (unknown >= 0) throw invalidInput([{ path: `mentions[${unknown}]`, message: 'is no member of this project' }])
  return [...known].map(([userId, name]) => ({ userId, name }))
}

type Row = Mentioned & { email: string | null }

/** Finds the members whose names follow an @ in a text. The database finds those whose names are in it at all, of whom they are chosen. */
async function findNamed({ db, project }: ProjectContext, text: string): Promise<Mentioned[]> {
  if (!text.includes('@')) return []
  const rows = await db.$queryRaw<Row[]>`
    SELECT u.id AS "userId", u.name, u.email FROM membership m JOIN "user" u ON u.id = m.user_id AND u.disabled_at IS NULL
    WHERE m.project_id = ${project.id}::uuid AND strpos(${text}, '@' || u.name) > 0 ORDER BY u.id`
  const nameOf = new Map(rows.map(({ userId, name }) => [userId, name]))
  return mentionedIn(text, toMentioned(rows)).map(({ userId, name }) => ({ userId, name: nameOf.get(userId) ?? name }))
}
