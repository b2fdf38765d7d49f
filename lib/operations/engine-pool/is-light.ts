import type { RunTaskInput, TaskInput, TaskName } from './thread/tasks'

/*
 * What is cheap whoever sends it is done where it is: a thread costs .1 to .4 ms and a copy of the input. That is so of a
 * function whose work is bounded by the size of its input, when that is small. It is never so of schemas, rules and patterns:
 * some hundred characters of them can keep a processor for years.
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
  'redact',
  'score_confidence',
  'spans_to_runs',
  'synthesize_feedback',
])

/** Whether a question may be answered on the thread that serves everybody. */
export function isLight<N extends TaskName>(name: N, input: TaskInput<N>): boolean {
  // The thoughts before are bounded by configuration, and each is a few words by now.
  if (name === 'answer_thought') return isSmall(lengthyOf(input as TaskInput<'answer_thought'>))
  return BOUNDED_BY_SIZE.has(name) && isSmall(input)
}

const lengthyOf = ({ input, session }: TaskInput<'answer_thought'>) => [input, session.projectWorkflows]

/** The same of measuring a run: it is held to nothing but weights and thresholds, and there is little of it. */
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

/** At most so many characters and elements together; looks no further than it has to. */
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
