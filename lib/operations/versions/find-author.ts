import { normalEmail } from '../account/find-user'
import { type ProjectContext, personOf } from '../context'
import { invalidInput } from '../errors'

/**
 * Id of the person who made a version, and who will not decide on it: whoever is signed in, or the member whom a key names;
 * null where it names nobody.
 * @throws invalid_input for an author who is no member, or another than the person who is signed in
 */
export async function findAuthorId(ctx: ProjectContext, author: string | undefined): Promise<string | null> {
  const person = personOf(ctx.actor)
  if (author === undefined) return person?.userId ?? null
  const member = await ctx.db.membership.findFirst({
    where: { projectId: ctx.project.id, user: { email: normalEmail(author) } },
    select: { userId: true },
  })
  if (!member) throw invalidInput([{ path: 'author', message: 'no member of this project has this e-mail' }])
  if (person && person.userId !== member.userId)
    throw invalidInput([{ path: 'author', message: 'a person publishes as the author: leave it out' }])
  return member.userId
}
