import type { Scope } from '@/lib/contracts/contract'
import { type Role, role as roleSchema, slug } from '@/lib/contracts/projects'
import type { Context, ProjectContext } from './context'
import { AppError, notFound } from './errors'

const GRANTS: Record<Role, readonly Scope[]> = {
  viewer: ['member', 'read'],
  reviewer: ['member', 'read', 'write', 'decide'],
  admin: ['member', 'read', 'write', 'decide', 'admin'],
}

/** Whether a member of this role holds the scope: one rule table for server and screen. */
export function roleHolds(role: Role, scope: Scope): boolean {
  return GRANTS[role].includes(scope)
}

/** Resolves the project and checks the scope. Strangers to a project are told it does not exist. */
export async function authorize(ctx: Context, scope: Scope): Promise<Context | ProjectContext> {
  if (scope === 'public') return ctx
  if (scope !== 'session') return authorizeProject(ctx, scope)
  if (ctx.actor.kind === 'anonymous') throw unauthorized()
  if (ctx.actor.kind !== 'user') throw new AppError('forbidden', 'this needs a signed-in person')
  return ctx
}

/** `authorize` for the scopes that are about one project. */
export async function authorizeProject(
  ctx: Context,
  scope: Exclude<Scope, 'public' | 'session'>,
): Promise<ProjectContext> {
  if (ctx.actor.kind === 'anonymous') throw unauthorized()
  if (ctx.actor.kind === 'user') return authorizeMember(ctx, ctx.actor.userId, scope)
  const { project } = ctx.actor
  if (ctx.projectSlug !== undefined && ctx.projectSlug !== project.slug) throw notFound('project')
  if (ctx.actor.kind === 'key') assertKeyHolds(ctx.actor.scopes, scope)
  return { ...ctx, project, role: null }
}

function assertKeyHolds(scopes: readonly string[], scope: Scope): void {
  if (scope === 'decide')
    throw new AppError('forbidden', 'agents and API keys never decide: a person does, in the browser')
  if (scope === 'member') throw new AppError('forbidden', 'this is for people: sign in')
  if (scope === 'admin') throw new AppError('forbidden', 'this needs an admin of the project, signed in')
  if (!scopes.includes(scope)) throw new AppError('forbidden', `this key does not have the scope "${scope}"`)
}

async function authorizeMember(ctx: Context, userId: string, scope: Scope): Promise<ProjectContext> {
  if (!ctx.projectSlug) throw new AppError('invalid_input', 'name a project', [{ path: 'project', message: 'missing' }])
  if (!slug.safeParse(ctx.projectSlug).success) throw notFound('project')
  const membership = await ctx.db.membership.findFirst({
    where: { userId, project: { slug: ctx.projectSlug }, user: { disabledAt: null } },
    select: { role: true, project: { select: { id: true, slug: true, name: true } } },
  })
  if (!membership) throw notFound('project')
  const role = roleSchema.parse(membership.role)
  if (!roleHolds(role, scope)) throw new AppError('forbidden', `a ${role} of this project may not do this`)
  return { ...ctx, project: membership.project, role }
}

function unauthorized(): AppError {
  return new AppError('unauthorized', 'sign in, or send an API key as a bearer token')
}
