import { roleHolds } from '../authorize'
import type { Actor, ProjectContext } from '../context'

export type Permission = { allowed: boolean; why: string | null }

const YES: Permission = { allowed: true, why: null }
const no = (why: string): Permission => ({ allowed: false, why })

type Version = { version: string; authorId: string | null }
type Gate = { state: string; deadlineAt: Date; runId: string | null }

/** Whether this person may decide on anything about this version: reviewers and admins, never its author. */
function mayJudge(ctx: Pick<ProjectContext, 'actor' | 'role'>, { version, authorId }: Version): Permission {
  if (ctx.actor.kind !== 'user') return no('Agents and API keys never decide: a person does, in the browser.')
  if (!ctx.role || !roleHolds(ctx.role, 'decide'))
    return no(`As a ${ctx.role ?? 'guest'} you can read this gate. A reviewer or an admin decides.`)
  if (isAuthor(ctx.actor, authorId)) return no(`You published ${version}, so someone else decides on it.`)
  return YES
}

/** Whether who asks may approve or reject this gate now, and if not, why. */
export function mayDecide(
  ctx: Pick<ProjectContext, 'actor' | 'role' | 'now'>,
  gate: Gate,
  version: Version,
): Permission {
  if (gate.state !== 'pending') return no('This gate is closed.')
  if (gate.deadlineAt <= ctx.now()) return no('The deadline has passed.')
  return mayJudge(ctx, version)
}

/** Whether who asks may take the decision back. A time-out is nobody's decision and stays. */
export function mayUndo(
  ctx: Pick<ProjectContext, 'actor' | 'role'>,
  gate: Gate & { undone: boolean },
  version: Version,
): Permission {
  if (gate.state === 'pending') return no('Nothing is decided yet.')
  if (gate.state === 'timed_out') return no('A time-out cannot be undone; open a fresh gate instead.')
  if (gate.undone) return no('The decision was taken back already.')
  return mayJudge(ctx, version)
}

function isAuthor(actor: Actor, authorId: string | null): boolean {
  return actor.kind === 'user' && authorId !== null && actor.userId === authorId
}
