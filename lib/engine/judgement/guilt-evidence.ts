import { equationsIn, recompute } from '../hallucination/numbers/equations'
import { inPlainSigns } from '../hallucination/numbers/latex'
import { isEnglish } from '../hallucination/text/english'
import { textOf } from './read-trace'
import { type FailedRunStep, type ReadStep, readSteps } from './step-roles'
import {
  calling,
  driftsFrom,
  isOutdated,
  lostCondition,
  mistakenNumber,
  type ReadTask,
  readTask,
  repeats,
} from './task-clues'

export interface FailedRun {
  task?: unknown
  steps: readonly FailedRunStep[]
  outcome?: unknown
}

/** The suspect steps with the amount of each kind of evidence; training data together with a confirmed cause. */
export interface GuiltEvidence {
  /** Indexes of the steps, from 0. */
  suspects: number[]
  features: number[][]
}

/** Returns the evidence for and against each suspect step of a failed run. */
export function guiltEvidence(run: FailedRun): GuiltEvidence {
  const { suspects, context } = readFailedRun(run)
  return {
    suspects,
    features: suspects.map((at, order) => {
      const evidence = evidenceOf(context, at, order)
      return KINDS.map((kind) => evidence[kind].amount)
    }),
  }
}

/** Reads a run once, for the evidence on each of its suspects. */
export function readFailedRun({ task, steps, outcome }: FailedRun) {
  const read = readSteps(steps)
  const suspects = suspectsOf(read, steps)
  return { read, suspects, context: toRunContext(read, suspects, textOf(task), textOf(outcome)) }
}

/**
 * Returns the indexes of the steps that can be suspected: those of leads and workers, or all steps if there are none. A step that another
 * one made fail is not suspected, unless there are only such steps.
 */
function suspectsOf(read: readonly ReadStep[], steps: readonly FailedRunStep[]): number[] {
  const places = read.map((_, at) => at)
  const causes = orAll(places, (at) => !steps[at]?.isCascade)
  return orAll(causes, (at) => read[at]?.role === 'lead' || read[at]?.role === 'worker')
}

function orAll(places: number[], fits: (at: number) => boolean): number[] {
  const found = places.filter(fits)
  return found.length > 0 ? found : places
}

/** What is known of the run as a whole. */
export interface RunContext {
  read: readonly ReadStep[]
  /** Indexes of the workers' steps if a lead assigns the work; otherwise empty. */
  ledWorkers: readonly number[]
  firstError: number
  firstEmpty: number
  /** The first step in which a lead declares the work done. */
  conclusion: number | undefined
  /** The first step that states the final outcome. */
  origin: number | undefined
  asked: ReadTask
  /** The first step that repeats the task, if one of the first two does. */
  restated: number | undefined
  /** Whether no other step can be suspected. */
  isOnly: boolean
}

const concluding =
  /"(?:is_request_satisfied|satisfied|done|complete|completed|finished)":\s*(?:\{[^}]{0,500}"answer":\s*)?true|request (?:is )?(?:fully )?satisfied|final answer/i
const ORIGIN_LENGTH = { min: 3, max: 200 }

function toRunContext(
  read: readonly ReadStep[],
  suspects: readonly number[],
  task: string,
  outcome: string,
): RunContext {
  const isLed = read.some(({ role }) => role === 'lead')
  const end = outcome.trim().toLowerCase()
  const asked = readTask(task)
  const isDistinctive =
    end.length >= ORIGIN_LENGTH.min && end.length <= ORIGIN_LENGTH.max && !task.toLowerCase().includes(end)
  return {
    read,
    ledWorkers: isLed ? suspects.filter((at) => read[at]?.role === 'worker') : [],
    firstError: read.findIndex(({ role, hasError, isPast }) => role === 'machine' && hasError && !isPast),
    firstEmpty: read.findIndex(({ isEmpty }) => isEmpty),
    conclusion: suspects.find((at) => read[at]?.role === 'lead' && concluding.test(read[at]?.text ?? '')),
    origin: isDistinctive ? suspects.find((at) => read[at]?.text.toLowerCase().includes(end)) : undefined,
    asked,
    restated: suspects.slice(0, 2).find((at) => repeats(asked, read[at]?.text ?? '')),
    isOnly: suspects.length === 1,
  }
}

const inventing =
  /\b(?:assum(?:e|ed|ing|ption)|simulat\w+|placeholders?|hypothetical\w*|dummy|mock(?:ed)?|sample data|made[- ]up|for (?:the sake of )?(?:demonstration|illustration)|let's say|approximat(?:e[sd]?|ing|ions?)|your_\w*key|typical(?:ly)?(?=\b[^.\n]*\d))\b/i
/** What is assumed to see whether it leads to a contradiction is no invention. */
const withoutProofs = (text: string) => (/\bcontradict/i.test(text) ? text.replace(/\bassum\w+/gi, ' ') : text)
/** What a step says that has noticed a failure: names it, apologises, tries again or otherwise. */
const noticing =
  /\b(?:error|exception|fail\w*|issues?|problems?|unable|cannot|can't|couldn't|could not|did ?n[o']t|do(?:es)? ?n[o']t|not|no longer|sorry|apolog\w+|unfortunately|instead|retr(?:y|ies|ying)|again|another|alternativ\w+|try\w*|tried|fix\w*|correct\w*|missing|invalid|incorrect|refus\w+|reject\w+|denied|time[ds]? ?out|unavailable|wrong|install|need)\b/i
/** What a step says that was asked for what others do. */
const declining =
  /\bI (?:can|could|am able to) only\b|\b(?:not|n't|outside) (?:my|part of my) (?:task|job|area|role|scope|expertise)\b|\b(?:not|n't) (?:help|assist) with (?:that|this)\b|\bwrong (?:agent|department|team|assistant)\b|\bno tools? (?:for|to)\b/i
/** Among fewer results of workers none is early. */
const LED_MIN = 4
const SHORT = 200
const NUMBERS_FULL = 3

/** One kind of evidence about a step: its amount, and its description, '' for none. */
interface Evidence {
  amount: number
  words: string
}

/**
 * Contribution of each kind of evidence to the log-odds of being the cause: rounded coefficients of a conditional logit over failed
 * multi-agent runs; the last six, from an ignored error on, are of what these hardly have and set by judgement.
 */
const WEIGHTS = {
  hardlyMentionsTask: 1.5,
  firstToFail: 1.25,
  failed: 0.5,
  firstToFindNothing: 0.75,
  invents: 0.75,
  declaresDone: 1.25,
  brokeOff: 0.75,
  firstWithOutcome: 0.75,
  secondResult: 1.5,
  thirdResult: 0.5,
  numbers: 0.25,
  isLead: -0.75,
  isShort: -0.75,
  followsError: -0.75,
  order: -0.25,
  passesOverError: 2.5,
  miscalculates: 2,
  losesCondition: 1.5,
  asksWhoCannot: 1.5,
  mistakesNumber: 2,
  restsOnOldData: 1.25,
} as const

type Kind = keyof typeof WEIGHTS
export const KINDS = Object.keys(WEIGHTS) as Kind[]

/** The weights of all kinds of evidence, in the order of {@link guiltEvidence}. */
export const GUILT_WEIGHTS: readonly number[] = Object.values(WEIGHTS)

/** Returns the evidence on the step at an index, which is the `order`-th suspect from 0. */
export function evidenceOf(context: RunContext, at: number, order: number): Record<Kind, Evidence> {
  const { read, ledWorkers, asked } = context
  const [before, step, after] = [read[at - 1], read[at], read[at + 1]]
  const text = step?.text ?? ''
  const failed = after?.role === 'machine' && after.hasError && !after.isPast
  const isFirst = context.firstError === at + 1
  const turn = ledWorkers.length < LED_MIN ? -1 : ledWorkers.indexOf(at)
  const numbers = at > 0 ? Math.min(NUMBERS_FULL, Math.log1p(text.match(/\d+/g)?.length ?? 0)) : 0
  const lost = context.restated === at ? lostCondition(asked, text) : undefined
  const mistaken = mistakenNumber(asked, text, read.slice(0, at))
  const isOld = isOutdated(text) || (after?.role === 'machine' && isOutdated(after.text))
  const [miscalculated] = step?.role === 'machine' ? [] : recompute(equationsIn(inPlainSigns(text))).wrong
  const whether = (holds: boolean, words: string): Evidence => ({ amount: Number(holds), words })
  const earlyResult = 'it is an early result, on which later work may rest'
  return {
    hardlyMentionsTask: whether(
      at === 0 && text.length >= SHORT && driftsFrom(asked, text),
      'it hardly mentions the task',
    ),
    firstToFail: whether(failed && isFirst, `what it ran was the first to fail: ${excerpt(after?.text ?? '')}`),
    failed: whether(failed && !isFirst, `what it ran failed: ${excerpt(after?.text ?? '')}`),
    firstToFindNothing: whether(
      after?.role === 'machine' && context.firstEmpty === at + 1,
      'what it ran was the first to find nothing',
    ),
    invents: whether(at > 0 && inventing.test(withoutProofs(text)), 'it goes on with assumed or invented values'),
    declaresDone: whether(context.conclusion === at, 'it calls the task done'),
    brokeOff: whether(
      step?.hasError === true,
      step?.error ? `it broke off with an error: ${excerpt(step.error)}` : 'it broke off with an error',
    ),
    firstWithOutcome: whether(context.origin === at, 'it is the first to state the outcome'),
    secondResult: whether(turn === 1, earlyResult),
    thirdResult: whether(turn === 2, earlyResult),
    numbers: { amount: numbers, words: '' },
    isLead: whether(step?.role === 'lead', ''),
    isShort: whether(text.length < SHORT, ''),
    followsError: whether(before?.role === 'machine' && before.hasError, ''),
    order: { amount: Math.log1p(order), words: '' },
    passesOverError: whether(
      passesOver(before, step),
      `it goes on as if this had not failed: ${excerpt(before?.text ?? '')}`,
    ),
    miscalculates: whether(miscalculated !== undefined, `it miscalculates: ${miscalculated?.evidence}`),
    losesCondition: whether(lost !== undefined, `it hands the task on without "${lost}"`),
    asksWhoCannot: whether(
      step?.role === 'lead' && after?.role === 'worker' && declining.test(after.text),
      'whom it asks cannot do that',
    ),
    mistakesNumber: whether(
      mistaken !== null,
      `it calls with ${mistaken?.called}, where the task says ${mistaken?.asked}`,
    ),
    restsOnOldData: whether(
      asked.asksForLatest && step?.role !== 'lead' && isOld,
      'it rests on old data, where the task asks for the latest',
    ),
  }
}

/** Whether a step follows an error, says nothing of it and calls nothing. Only English words can tell. */
function passesOver(before: ReadStep | undefined, step: ReadStep | undefined): boolean {
  if (before?.role !== 'machine' || !before.hasError || before.isPast || !step || step.role === 'machine') return false
  if (step.text === '' || step.error !== '' || !isEnglish(step.text)) return false
  return !noticing.test(step.text) && !calling.test(step.text)
}

/** A line that reports a failure, but nothing of its cause. */
const exitLine = /^(?:exit ?code:? -?\d+\b.*|code output:)$/i
const EXCERPT = { start: 120, end: 280 }

/** Returns the most informative line of an answer: the last one with an error, else the first; a very long one without its middle. */
function excerpt(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const messages = lines.filter((one) => !exitLine.test(one))
  const line = messages.findLast((one) => /error|exception|failed|timeout/i.test(one)) ?? messages[0] ?? lines[0] ?? ''
  if (line.length <= EXCERPT.start + EXCERPT.end) return line
  return `${line.slice(0, EXCERPT.start)} … ${line.slice(-EXCERPT.end)}`.toWellFormed()
}
