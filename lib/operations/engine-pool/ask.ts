import { EngineInputError } from '@/lib/engine/input-error'
import { isShort } from '@/lib/engine/json/is-short'
import type { ProjectContext } from '../context'
import { inTurns } from '../turns'
import type { Asker } from './fair-queue'
import { engineThreads, TooSlow, threadTurns } from './pool'
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

/** How long a call may take on a thread. */
const LIMIT_MS = 3000

/**
 * Runs an engine function on data from a caller. Potentially slow work runs on another thread, scheduled fairly between projects, and is
 * terminated after `limitMs`.
 * @throws EngineInputError as the function itself would
 * @throws TooSlow
 * @throws AppError rate_limited when the project exceeds its share
 */
export async function inEngine<N extends TaskName>(
  ctx: Pick<ProjectContext, 'actor' | 'project'>,
  name: N,
  input: TaskInput<N>,
  limitMs = LIMIT_MS,
): Promise<TaskOutput<N>> {
  if (isLight(name, input)) return (TASKS[name] as (input: TaskInput<N>) => TaskOutput<N>)(input)
  const answer = await threadTurns().run(askerOf(ctx), () => engineThreads.inThread({ name, input }, limitMs))
  const outcome = answer as Outcome<TaskOutput<N>>
  if ('issues' in outcome) throw new EngineInputError(outcome.issues)
  return outcome.value
}

/** The project and caller on whose share the work runs. */
export function askerOf({ actor, project }: Pick<ProjectContext, 'actor' | 'project'>): Asker {
  const caller = actor.kind === 'key' ? actor.keyId : actor.kind === 'user' ? actor.userId : actor.kind
  return { project: project.id, caller: `${project.id} ${caller}` }
}

/** The outcome for one run: a value or issues, terminated as too slow, or skipped because earlier runs were. */
export type RunOutcome<T> = Outcome<T> | 'too slow' | 'not tried'

type Bounds = {
  /** The limit for one run; up to a quarter of a second less. */
  limitMs: number
  /** After this many slow runs the rest is skipped. */
  maxTooSlow: number
  /** The `performance.now()` time after which no further run is started. */
  until?: number
}

/** Runs sent to a thread at a time. */
const SLICE = 32

/**
 * Runs an engine function on each of these runs, in slices on another thread. A run that takes too long is terminated, and the others are
 * tried again without it.
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

/** Returns the outcomes of the first runs of a slice, at least one; a run that took too long is the last of them. */
async function askSlice<N extends RunTaskName>(
  ctx: Pick<ProjectContext, 'actor' | 'project'>,
  name: N,
  inputs: readonly RunTaskInput<N>[],
  limitMs: number,
): Promise<RunOutcome<RunTaskOutput<N>>[]> {
  try {
    const answer = await threadTurns().run(askerOf(ctx), () =>
      engineThreads.inThread({ runTask: name, inputs }, limitMs),
    )
    return answer as Outcome<RunTaskOutput<N>>[]
  } catch (error) {
    if (!(error instanceof TooSlow)) throw error
    if (error.index === 0) return ['too slow']
    // The runs before the slow one were quick, but their results are lost with the thread.
    const before = await askSlice(ctx, name, inputs.slice(0, error.index), limitMs)
    return before.length === error.index && before.at(-1) !== 'too slow' ? [...before, 'too slow'] : before
  }
}

/**
 * Characters and values of an input up to which work that they bound runs on the calling thread: a worker thread costs .1 to .4 ms and a
 * copy. Schemas, rules and patterns never do: some hundred characters of them can keep a processor busy for years.
 */
const LIGHT_MAX = 4000

const BOUNDED_BY_SIZE: ReadonlySet<TaskName> = new Set([
  'analyze_convergence',
  'analyze_failure_patterns',
  'attribute_failure',
  'check_verification',
  'compare_outputs',
  'classify_failure',
  'decide_dependent',
  'decide_iteration',
  'detect_hallucinations',
  'detect_regression',
  'determine_rerun_strategy',
  'estimate_quality',
  'evaluate_quality_gate',
  'generate_fixup_task',
  'group_failures',
  'recommend_stop',
  'redact',
  'report_calibration',
  'score_confidence',
  'spans_to_runs',
  'synthesize_feedback',
])

/** Whether a task may run on the main thread. */
export function isLight<N extends TaskName>(name: N, input: TaskInput<N>): boolean {
  // The earlier thoughts are bounded by configuration and already shortened.
  if (name === 'answer_thought') return isShort(unboundedPart(input as TaskInput<'answer_thought'>), LIGHT_MAX)
  return BOUNDED_BY_SIZE.has(name) && isShort(input, LIGHT_MAX)
}

const unboundedPart = ({ input, session }: TaskInput<'answer_thought'>) => [input, session.projectWorkflows]

/** The same for measuring a run: it has no schema, rules or patterns, and is small. */
export function isLightRun({ run, measure }: RunTaskInput<'measure'>): boolean {
  const { contract, criteria } = measure
  const isPlain =
    contract?.schema === undefined &&
    run.sources === undefined &&
    criteria?.accuracy_criteria === undefined &&
    criteria?.required_formats === undefined &&
    criteria?.custom_validators === undefined
  return isPlain && isShort(measure.contract, LIGHT_MAX) && isShort(run, LIGHT_MAX)
}
