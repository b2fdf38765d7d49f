import { EngineInputError } from '@/lib/engine/input-error'
import type { ProjectContext } from '../context'
import type { Asker } from './fair-queue'
import { isLight } from './is-light'
import { type Outcome, TASKS, type TaskInput, type TaskName, type TaskOutput } from './thread/tasks'
import { inThread, threadTurns } from './threads'

const LIMIT_MS = 3000

/**
 * Asks a function of the engine about data that a caller sent. What may take long is done on another thread, in the project's
 * turn, and ended after `limitMs`.
 * @throws EngineInputError as the function itself would
 * @throws TooSlow
 * @throws AppError rate_limited when the project asks for more than its share
 */
export async function inEngine<N extends TaskName>(
  ctx: Pick<ProjectContext, 'actor' | 'project'>,
  name: N,
  input: TaskInput<N>,
  limitMs = LIMIT_MS,
): Promise<TaskOutput<N>> {
  if (isLight(name, input)) return (TASKS[name] as (input: TaskInput<N>) => TaskOutput<N>)(input)
  const answer = await threadTurns().run(askerOf(ctx), () => inThread({ name, input }, limitMs))
  const outcome = answer as Outcome<TaskOutput<N>>
  if ('issues' in outcome) throw new EngineInputError(outcome.issues)
  return outcome.value
}

/** Whose turn it takes. */
export function askerOf({ actor, project }: Pick<ProjectContext, 'actor' | 'project'>): Asker {
  const caller = actor.kind === 'key' ? actor.keyId : actor.kind === 'user' ? actor.userId : actor.kind
  return { project: project.id, caller: `${project.id} ${caller}` }
}
