import { classifyFailure } from '@/lib/engine/failures/classify-failure'
import { FAILURE_PROFILES } from '@/lib/engine/failures/failure-class'
import { detectHallucinations } from '@/lib/engine/hallucination/detect-hallucinations'
import { guiltEvidence } from '@/lib/engine/judgement/guilt-evidence'
import { attributeGuilt } from '@/lib/engine/judgement/guilty-step'
import { aurocOf } from '@/lib/engine/judgement/prequential'
import { average, type Figure, macroF1, stopwatch } from './figure'
import type { AnswerPair, LabelledFailedRun, LabelledFailure } from './labelled-data'

/** Best results of the paper on all 184 runs of Who&When (Zhang et al. 2025). */
const PUBLISHED_GUILT = { agent: 0.535, step: 0.142 }

/** How often the first suggestion names the agent and the step that caused a failed run. */
export function guiltFigures(runs: readonly LabelledFailedRun[]): Figure[] {
  const watch = stopwatch()
  const hits = runs.map(({ guilty, ...run }) => {
    const [first] = watch.time(() => attributeGuilt(run)).suggestions
    const { suspects } = guiltEvidence(run)
    const isGuilty = (agent: string | null | undefined) => nameOf(agent) === nameOf(guilty.agent)
    return {
      agent: isGuilty(first?.agent),
      step: first?.step === guilty.step,
      mostActive: isGuilty(mostFrequent(run.steps.map(({ agent }) => agent ?? ''))),
      firstStep: guilty.step === 0,
      agentSuspected: suspects.some((at) => isGuilty(run.steps[at]?.agent)),
      stepSuspected: suspects.includes(guilty.step),
    }
  })
  const rate = (kind: keyof (typeof hits)[number]) => average(hits.map((hit) => Number(hit[kind])))
  const name = `guilty step, ${runs.length} failed runs`
  const callMs = watch.callMs()
  return [
    {
      name: `${name}: agent`,
      floor: rate('mostActive'),
      published: PUBLISHED_GUILT.agent,
      ours: rate('agent'),
      best: rate('agentSuspected'),
      callMs,
    },
    {
      name: `${name}: step`,
      floor: rate('firstStep'),
      published: PUBLISHED_GUILT.step,
      ours: rate('step'),
      best: rate('stepSuspected'),
      callMs,
    },
  ]
}

const nameOf = (agent: string | null | undefined) => (agent ?? '').toLowerCase().replace(/[^a-z]/g, '')

/** The earliest of equals. */
function mostFrequent(names: readonly string[]): string | undefined {
  const groups = [...Map.groupBy(names, (name) => name).values()]
  return groups.toSorted((a, b) => b.length - a.length)[0]?.[0]
}

/** Maximum difference in characters of two answers of similar length: invented ones are often longer, which alone would identify them. */
const LIKE_LENGTH = 25

/** How well the gravest finding separates invented answers from right ones with the same source. */
export function hallucinationFigures(pairs: readonly AnswerPair[]): Figure[] {
  const alike = pairs.filter(({ right, invented }) => Math.abs(right.length - invented.length) <= LIKE_LENGTH)
  return [invented(`${alike.length} pairs of like length`, alike), invented(`all ${pairs.length} pairs`, pairs)]
}

function invented(which: string, pairs: readonly AnswerPair[]): Figure {
  const watch = stopwatch()
  const answers = pairs.flatMap(({ source, right, invented }) => [
    { source, answer: right, isInvented: false },
    { source, answer: invented, isInvented: true },
  ])
  type Answer = (typeof answers)[number]
  const auroc = (score: (answer: Answer) => number) =>
    aurocOf(
      answers.map(score),
      answers.map(({ isInvented }) => isInvented),
    ) ?? Number.NaN
  const gravest = ({ source, answer }: Answer) => {
    const { findings } = watch.time(() =>
      detectHallucinations({ output: answer, sources: [{ id: 's', text: source }] }),
    )
    return Math.max(0, ...findings.map(({ confidence }) => confidence))
  }
  return {
    name: `hallucination, ${which}: AUROC`,
    floor: auroc(({ answer }) => answer.length),
    published: auroc(({ source, answer }) => newWords(answer, source)),
    ours: auroc(gravest),
    callMs: watch.callMs(),
  }
}

/** Share of the words of a text that its source does not contain. */
export function newWords(text: string, source: string): number {
  const known = new Set(wordsOf(source))
  const words = wordsOf(text)
  return words.length === 0 ? 0 : words.filter((word) => !known.has(word)).length / words.length
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** The result of the better of the two classifiers in the paper that defines these classes, on all 359 messages. */
const PUBLISHED_CLASSES = { macroF1: 0.75, retry: 0.53 }

/** How well error messages are classified by their text alone. */
export function failureClassFigures(failures: readonly LabelledFailure[]): Figure[] {
  const watch = stopwatch()
  const said = failures.map(({ message, label, retryable }) => {
    const { failureClass, retryable: retries } = watch.time(() => classifyFailure({ message }))
    return { label, said: failureClass, isRetryRight: retries === retryable }
  })
  const name = `failure class, ${failures.length} messages`
  const callMs = watch.callMs()
  return [
    {
      name: `${name}: macro-F1`,
      floor: macroF1(failures.map(({ label }) => ({ label, said: 'unknown' }))),
      published: PUBLISHED_CLASSES.macroF1,
      ours: macroF1(said),
      best: 1,
      callMs,
    },
    {
      name: `${name}: retry`,
      floor: average(failures.map(({ retryable }) => Number(!retryable))),
      published: PUBLISHED_CLASSES.retry,
      ours: average(said.map(({ isRetryRight }) => Number(isRetryRight))),
      best: average(failures.map(({ label, retryable }) => Number(FAILURE_PROFILES[label].retryable === retryable))),
      callMs,
    },
  ]
}
