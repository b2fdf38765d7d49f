import { EngineInputError } from '@/lib/engine/input-error'
import type { ProjectContext } from '../context'
import { inTurns } from '../turns'
import type { Asker } from './fair-queue'
import { isLight, isLightRun } from './is-light'
import { inThread, TooSlow, threadTurns } from './pool'
import {
  type Outcome,
  RUN_TASKS,
  type RunTaskInput,
  type RunTaskName,
  type RunTaskOutput,
  TASKS,
  type TaskInput,
  type TaskName,
  type TaskOutput,
  toOutcome,
} from './thread/tasks'

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

/** What became of a run: measured or refused, ended since it took too long, or left since others before it did. */
export type RunOutcome<T> = Outcome<T> | 'too slow' | 'not tried'

type Bounds = {
  /** A run is ended after this, less a quarter of a second at the most. */
  limitMs: number
  /** After so many runs that took too long, no other is tried. */
  maxTooSlow: number
  /** The time of `performance.now()` after which none is begun. */
  until?: number
}

const SLICE = 32

/**
 * Asks a function of the engine about each of these runs. They go to another thread by slices; one that takes too long is
 * ended, and the others are asked again without it.
 */
export async function runsInEngine<N extends RunTaskName>(
  ctx: Pick<ProjectContext, 'actor' | 'project'>,
  name: N,
  inputs: readonly RunTaskInput<N>[],
  { limitMs, maxTooSlow, until = Number.POSITIVE_INFINITY }: Bounds,
): Promise<RunOutcome<RunTaskOutput<N>>[]> {
  const outcomes: RunOutcome<RunTaskOutput<N>>[] = []
  const turn = inTurns()
  let tooSlow = 0
  while (outcomes.length < inputs.length) {
    const at = outcomes.length
    const input = inputs[at] as RunTaskInput<N>
    if (tooSlow >= maxTooSlow || performance.now() > until) {
      outcomes.push('not tried')
    } else if (name === 'measure' && isLightRun(input as RunTaskInput<'measure'>)) {
      const work = RUN_TASKS[name] as (input: RunTaskInput<N>) => RunTaskOutput<N>
      outcomes.push(toOutcome(() => work(input)))
      await turn()
    } else {
      const done = await askSlice(ctx, name, inputs.slice(at, at + SLICE), limitMs)
      outcomes.push(...done)
      if (done.at(-1) === 'too slow') tooSlow++
    }
  }
  return outcomes
}

/** The outcomes of the first runs of a slice, at least of one; a run that took too long is the last of them. */
async function askSlice<N extends RunTaskName>(
  ctx: Pick<ProjectContext, 'actor' | 'project'>,
  name: N,
  inputs: readonly RunTaskInput<N>[],
  limitMs: number,
): Promise<RunOutcome<RunTaskOutput<N>>[]> {
  try {
    const answer = await threadTurns().run(askerOf(ctx), () => inThread({ runTask: name, inputs }, limitMs))
    return answer as Outcome<RunTaskOutput<N>>[]
  } catch (error) {
    if (!(error instanceof TooSlow)) throw error
    if (error.index === 0) return ['too slow']
    // What came before it was done in no time, and is lost with the thread.
    const before = await askSlice(ctx, name, inputs.slice(0, error.index), limitMs)
    return before.length === error.index && before.at(-1) !== 'too slow' ? [...before, 'too slow'] : before
  }
}
