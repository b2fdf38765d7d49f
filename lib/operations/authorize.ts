import type { Scope } from '@/lib/contracts/contract'
import { type Role, role as roleSchema, slug } from '@/lib/contracts/projects'
import type { Db, Tx } from '@/lib/db/client'
import { withPreparedStatements } from '@/lib/db/prepared-statements'
import type { Actor, Context, Membership, ProjectContext, ProjectRef } from './context'
import { AppError, notFound } from './errors'

export type ProjectScope = Exclude<Scope, 'public' | 'session'>

const GRANTS: Record<Role, readonly Scope[]> = {
  viewer: ['member', 'read'],
  reviewer: ['member', 'read', 'write', 'decide'],
  admin: ['member', 'read', 'write', 'decide', 'admin'],
}

/** Whether a member of this role has the scope. The server and the pages share this table. */
export function roleHolds(role: Role, scope: Scope): boolean {
  return GRANTS[role].includes(scope)
}

/** The refusal for keys, jobs and anonymous callers that try to decide. */
export const KEYS_NEVER_DECIDE = 'Agents and API keys never decide: a person does, in the browser.'

/**
 * Returns the error for an actor of this role that lacks the scope, or null if the actor is allowed. Used for enforcement and for what the
 * pages offer.
 */
export function scopeRefusal(actor: Actor, role: Role | null, scope: ProjectScope): AppError | null {
  if (actor.kind === 'key') return keyRefusal(actor.scopes, scope)
  if (actor.kind !== 'user' || (role && roleHolds(role, scope))) return null
  if (scope === 'decide')
    return new AppError('forbidden', `As a ${role ?? 'guest'} you can read this. A reviewer or an admin decides.`)
  return new AppError('forbidden', `a ${role ?? 'guest'} of this project may not do this`)
}

/** Resolves the project and checks the scope. Non-members get "project not found". */
export async function authorize(ctx: Context, scope: Scope): Promise<Context | ProjectContext> {
  if (scope === 'public') return ctx
  if (scope !== 'session') return authorizeProject(ctx, scope)
  if (ctx.actor.kind === 'anonymous') throw unauthorized()
  if (ctx.actor.kind !== 'user') throw new AppError('forbidden', 'this needs a signed-in person')
  return ctx
}

/** `authorize` for project scopes. */
export async function authorizeProject(ctx: Context, scope: ProjectScope): Promise<ProjectContext> {
  if (ctx.actor.kind === 'anonymous') throw unauthorized()
  if (ctx.actor.kind === 'user') return authorizeMember(ctx, ctx.actor.userId, scope)
  const { project } = ctx.actor
  if (ctx.projectSlug !== undefined && ctx.projectSlug !== project.slug) throw notFound('project')
  const refusal = scopeRefusal(ctx.actor, null, scope)
  if (refusal) throw refusal
  if (scope === 'write') assertWritable(project)
  return { ...ctx, project, role: null }
}

/** @throws forbidden for a project that is scheduled for deletion: it can be read and restored, but accepts no new data */
export function assertWritable(project: Pick<ProjectRef, 'deletesAt'>): void {
  const refusal = deletionRefusal(project)
  if (refusal) throw refusal
}

/** The error of `assertWritable`, or null. */
export function deletionRefusal({ deletesAt }: Pick<ProjectRef, 'deletesAt'>): AppError | null {
  if (!deletesAt) return null
  const day = deletesAt.toISOString().slice(0, 10)
  return new AppError(
    'forbidden',
    `This project is scheduled for deletion on ${day}: it accepts no new data and cannot be changed. An admin can keep it, at the top of each of its pages.`,
  )
}

function keyRefusal(scopes: readonly string[], scope: Scope): AppError | null {
  if (scope === 'decide') return new AppError('forbidden', KEYS_NEVER_DECIDE)
  if (scope === 'member') return new AppError('forbidden', 'this is for people: sign in')
  if (scope === 'admin') return new AppError('forbidden', 'this needs an admin of the project, signed in')
  return scopes.includes(scope) ? null : new AppError('forbidden', `this key does not have the scope "${scope}"`)
}

async function authorizeMember(ctx: Context, userId: string, scope: ProjectScope): Promise<ProjectContext> {
  if (!ctx.projectSlug) throw new AppError('invalid_input', 'name a project', [{ path: 'project', message: 'missing' }])
  if (!slug.safeParse(ctx.projectSlug).success) throw notFound('project')
  const membership = await (ctx.findMembership ?? findMembership)(ctx.db, ctx.projectSlug, userId)
  if (!membership) throw notFound('project')
  const { project, role } = membership
  const refusal = scopeRefusal(ctx.actor, role, scope)
  if (refusal) throw refusal
  const allowed = { ...ctx, project, role }
  return scope === 'read' ? allowed : { ...allowed, assertStill: (tx) => assertRole(tx, allowed, userId, scope) }
}

type Held = ProjectRef & { deletesAt: Date | null }

/** Returns a person's membership of a project they can see, or null. Every machine has the projects, and only one this membership. */
export function findMembership(db: Db, projectSlug: string, userId: string): Promise<Membership | null> {
  return withPreparedStatements(async () => {
    const [project] = await db.$queryRaw<Held[]>`
      SELECT id, slug, name, deletes_at AS "deletesAt" FROM project WHERE slug = ${projectSlug}`
    if (!project) return null
    const [membership] = await db.$queryRaw<{ role: string }[]>`
      SELECT m.role FROM membership m JOIN "user" u ON u.id = m.user_id AND u.disabled_at IS NULL
      WHERE m.project_id = ${project.id}::uuid AND m.user_id = ${userId}::uuid`
    if (!membership) return null
    const role = visibleRole(membership.role, project)
    return role && { project, role }
  })
}

/** Parses a stored role; null if it does not see the project: before it is removed, only admins do, who can restore it. */
export function visibleRole(stored: string, { deletesAt }: Pick<ProjectRef, 'deletesAt'>): Role | null {
  const role = roleSchema.parse(stored)
  return deletesAt && role !== 'admin' ? null : role
}

/** Checks the current role and locks it until the transaction ends, so that a concurrent role change waits. */
async function assertRole(
  tx: Tx,
  { actor, project }: Pick<ProjectContext, 'actor' | 'project'>,
  userId: string,
  scope: ProjectScope,
): Promise<void> {
  const [held] = await tx.$queryRaw<{ role: string }[]>`
    SELECT m.role FROM membership m JOIN "user" u ON u.id = m.user_id AND u.disabled_at IS NULL
    WHERE m.project_id = ${project.id}::uuid AND m.user_id = ${userId}::uuid FOR SHARE OF m`
  if (!held) throw notFound('project')
  const refusal = scopeRefusal(actor, roleSchema.parse(held.role), scope)
  if (refusal) throw refusal
}

function unauthorized(): AppError {
  return new AppError('unauthorized', 'sign in, or send an API key as a bearer token')
}
