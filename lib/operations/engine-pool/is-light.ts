import type { RunTaskInput, TaskInput, TaskName } from './thread/tasks'

/*
 * Cheap work runs on the calling thread, since a worker thread costs .1 to .4 ms and a copy of the input. Cheap means a small input of a
 * function whose work is bounded by the input size. Schemas, rules and patterns are never cheap: some hundred characters of them can keep a
 * processor busy for years.
 */
const MAX_SIZE = 4000

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
  'score_confidence',
  'spans_to_runs',
  'synthesize_feedback',
])

/** Whether a task may run on the main thread. */
export function isLight<N extends TaskName>(name: N, input: TaskInput<N>): boolean {
  // The earlier thoughts are bounded by configuration and already shortened.
  if (name === 'answer_thought') return isSmall(lengthyOf(input as TaskInput<'answer_thought'>))
  return BOUNDED_BY_SIZE.has(name) && isSmall(input)
}

const lengthyOf = ({ input, session }: TaskInput<'answer_thought'>) => [input, session.projectWorkflows]

/** The same for measuring a run: it has no schema, rules or patterns, and is small. */
export function isLightRun({ run, measure }: RunTaskInput<'measure'>): boolean {
  const { contract, criteria } = measure
  const isPlain =
    contract?.schema === undefined &&
    run.sources === undefined &&
    criteria?.accuracy_criteria === undefined &&
    criteria?.required_formats === undefined &&
    criteria?.custom_validators === undefined
  return isPlain && isSmall(measure.contract) && isSmall(run)
}

/** Whether the characters and elements of a value are within the limit; stops as soon as it is exceeded. */
function isSmall(value: unknown): boolean {
  let left = MAX_SIZE
  const waiting = [value]
  while (left >= 0 && waiting.length > 0) {
    const part = waiting.pop()
    left -= 1
    if (typeof part === 'string') left -= part.length
    else if (ArrayBuffer.isView(part)) left -= part.byteLength
    else if (Array.isArray(part)) {
      if (part.length > left) return false
      waiting.push(...part)
    } else if (typeof part === 'object' && part !== null) {
      const entries = Object.entries(part)
      if (entries.length > left) return false
      for (const [key, inner] of entries) {
        left -= key.length
        waiting.push(inner)
      }
    }
  }
  return left >= 0
}
