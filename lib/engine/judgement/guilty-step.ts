import { textOf } from './read-trace'
import { type FailedRunStep, type ReadStep, readSteps } from './step-roles'

export interface GuiltySuggestion {
  /** Counts from 0. */
  step: number
  /** Who took it, as the step names them; null where it names nobody. */
  agent: string | null
  /** Share of the suspicion, in [0, 1]; over all steps that can be suspected it adds up to 1. */
  score: number
  /** What speaks for it, in words. */
  reason: string
}

/** Suggestions, never an assertion: a person confirms or corrects them. */
export interface GuiltyReport {
  suggestions: GuiltySuggestion[]
  asserted: false
}

const SUGGESTIONS_MAX = 3

/**
 * The steps that most likely caused a failed run, three at most, the likeliest first. What speaks for and against each step of a
 * lead or a worker is added up; a softmax makes shares of the sums, and each is multiplied by the share of its agent's steps
 * together, so that an agent who is suspect throughout comes before another's one bad line. Answers of machines are never
 * suggested: who called them is. The weights are those of a conditional logit over failed runs of several agents, rounded.
 */
export function attributeGuilt({
  task,
  steps,
  outcome,
}: {
  task?: unknown
  steps: readonly FailedRunStep[]
  outcome?: unknown
}): GuiltyReport {
  const read = readSteps(steps)
  const suspects = suspectsOf(read)
  const scene = setScene(read, suspects, textOf(task), textOf(outcome))
  const weighed = suspects.map((at, order) => weigh(scene, at, order))
  const highest = Math.max(...weighed.map(({ sum }) => sum))
  const raw = weighed.map(({ sum }) => Math.exp(sum - highest))
  const ofAgent = new Map<string | null, number>()
  for (const [place, at] of suspects.entries()) {
    const agent = read[at]?.agent ?? null
    ofAgent.set(agent, (ofAgent.get(agent) ?? 0) + (raw[place] ?? 0))
  }
  const joint = suspects.map((at, place) => (raw[place] ?? 0) * (ofAgent.get(read[at]?.agent ?? null) ?? 0))
  const total = joint.reduce((sum, value) => sum + value, 0)
  const ranked = suspects.map((step, place) => ({
    step,
    agent: read[step]?.agent ?? null,
    score: (joint[place] ?? 0) / total,
    reason: weighed[place]?.reason ?? '',
  }))
  return { suggestions: ranked.toSorted((a, b) => b.score - a.score).slice(0, SUGGESTIONS_MAX), asserted: false }
}

/** Places of the steps that can be suspected: those of leads and workers, or where there are none all. */
function suspectsOf(read: readonly ReadStep[]): number[] {
  const places = read.map((_, at) => at)
  const agents = places.filter((at) => read[at]?.role === 'lead' || read[at]?.role === 'worker')
  return agents.length > 0 ? agents : places
}

/** What is known of the run as a whole. */
interface Scene {
  read: readonly ReadStep[]
  /** Places of the workers' steps where a lead gives the work out; empty where nobody does. */
  ledWorkers: readonly number[]
  firstError: number
  firstEmpty: number
  /** The first step of a lead that calls the work done. */
  conclusion: number | undefined
  /** The first step that says what came out in the end. */
  origin: number | undefined
  taskWords: ReadonlySet<string>
}

const concluding =
  /"(?:is_request_satisfied|satisfied|done|complete|completed|finished)":\s*(?:\{[^}]{0,500}"answer":\s*)?true|request (?:is )?(?:fully )?satisfied|final answer/i
const ORIGIN_LENGTH = { min: 3, max: 200 }

function setScene(read: readonly ReadStep[], suspects: readonly number[], task: string, outcome: string): Scene {
  const isLed = read.some(({ role }) => role === 'lead')
  const end = outcome.trim().toLowerCase()
  const isTelling =
    end.length >= ORIGIN_LENGTH.min && end.length <= ORIGIN_LENGTH.max && !task.toLowerCase().includes(end)
  return {
    read,
    ledWorkers: isLed ? suspects.filter((at) => read[at]?.role === 'worker') : [],
    firstError: read.findIndex(({ role, hasError }) => role === 'machine' && hasError),
    firstEmpty: read.findIndex(({ isEmpty }) => isEmpty),
    conclusion: suspects.find((at) => read[at]?.role === 'lead' && concluding.test(read[at]?.text ?? '')),
    origin: isTelling ? suspects.find((at) => read[at]?.text.toLowerCase().includes(end)) : undefined,
    taskWords: wordsOf(task),
  }
}

const inventing =
  /\b(?:assum(?:e|ed|ing|ption)|simulat\w+|placeholders?|hypothetical\w*|dummy|mock(?:ed)?|sample data|made[- ]up|for (?:the sake of )?(?:demonstration|illustration)|let's say|approximat\w+|your_\w*key|typical(?:ly)?)\b/i
const LEAST_TASK_WORDS = 4
const LEAST_COVER = 0.4
const SHORT = 200
const NUMBERS_FULL = 3

/** What speaks for a step (above 0) and against it, in the log-odds of being the cause. */
function weigh(scene: Scene, at: number, order: number): { sum: number; reason: string } {
  const { read, ledWorkers, taskWords } = scene
  const step = read[at]
  if (!step) return { sum: 0, reason: '' }
  const [before, after] = [read[at - 1], read[at + 1]]
  const isAnswered = after?.role === 'machine'
  const numbers = Math.min(NUMBERS_FULL, Math.log1p(step.text.match(/\d+/g)?.length ?? 0))
  const isFirst = scene.firstError === at + 1
  const turn = ledWorkers.indexOf(at)
  const evidence: [holds: boolean, weight: number, words: string][] = [
    [at === 0 && driftsFrom(taskWords, step.text), 1.5, 'it sets out to do something else than the task'],
    [
      isAnswered && after.hasError,
      isFirst ? 1.25 : 0.5,
      `what it ran ${isFirst ? 'was the first to fail' : 'failed'}: ${excerpt(after?.text ?? '')}`,
    ],
    [isAnswered && scene.firstEmpty === at + 1, 0.75, 'what it ran was the first to find nothing'],
    [at > 0 && inventing.test(step.text), 0.75, 'it goes on with assumed or invented values'],
    [scene.conclusion === at, 1.25, 'it calls the task done'],
    [at > 0 && step.hasError, 0.75, 'it broke off with an error'],
    [scene.origin === at, 0.75, 'it is the first to state the outcome'],
    [turn === 1, 1.5, 'it is an early result on which all later work rests'],
    [turn === 2, 0.5, 'it is an early result on which later work rests'],
    [at > 0 && numbers > 0, 0.25 * numbers, ''],
    [step.role === 'lead', -0.75, ''],
    [step.text.length < SHORT, -0.75, ''],
    [before?.role === 'machine' && before.hasError, -0.75, ''],
    [order > 0, -0.25 * Math.log1p(order), ''],
  ]
  const holding = evidence.filter(([holds]) => holds)
  const words = holding.filter(([, , text]) => text !== '').toSorted((a, b) => b[1] - a[1])
  return {
    sum: holding.reduce((sum, [, weight]) => sum + weight, 0),
    reason:
      words.length > 0
        ? words
            .slice(0, 2)
            .map(([, , text]) => text)
            .join('; ')
        : numbers > 0
          ? 'it states figures that others went on with'
          : 'nothing else stands out',
  }
}

/** Whether a text leaves most words of the task out; never where the task is not told or short. */
function driftsFrom(taskWords: ReadonlySet<string>, text: string): boolean {
  if (taskWords.size < LEAST_TASK_WORDS) return false
  const words = wordsOf(text)
  return [...taskWords].filter((word) => words.has(word)).length < LEAST_COVER * taskWords.size
}

const common = new Set(
  'about been carefully from have into please problem solve task that their there this were what which will with would your'.split(
    ' ',
  ),
)

function wordsOf(text: string): Set<string> {
  return new Set((text.toLowerCase().match(/\p{L}{4,}/gu) ?? []).filter((word) => !common.has(word)))
}

const EXCERPT = 80

/** The line of an answer that tells most: the last with an error in it, else the first. */
function excerpt(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const line = lines.findLast((one) => /error|exception|failed|timeout/i.test(one)) ?? lines[0] ?? ''
  return line.length > EXCERPT ? `${line.slice(0, EXCERPT)}…` : line
}
