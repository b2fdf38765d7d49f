import { mean } from '../stats/descriptive'
import type { RunFact, RunFacts } from './run-facts'

/**
 * A feature of the forecast: the mean of a few related run facts, each in standard deviations from its usual value. One coefficient for all
 * of them needs fewer verdicts than one each.
 */
interface ForecastFact {
  of: readonly RunFact[]
  /** Facts that count with the opposite sign. */
  against?: readonly RunFact[]
  /** Prior change of the log-odds of approval per standard deviation. */
  prior: number
  /** Compared with the usual value of the run's own chain, because chains differ in scale. */
  byChain?: true
  more: string
  less: string
}

/**
 * The features of a forecast with their priors. The priors are common knowledge of agents' work, rounded: the more is requested, done and
 * changed, the more can go wrong; errors, repetition, unsupported claims and objections count against a run; tool calls about what the
 * request names count for it. A hand-over has a prior of 0, since it is correct in some chains and a failure in others.
 */
export const FORECAST_FACTS: readonly ForecastFact[] = [
  {
    of: ['requestWords', 'requestConditions', 'requestSentences'],
    prior: -0.4,
    byChain: true,
    more: 'more is asked than usual',
    less: 'less is asked than usual',
  },
  {
    of: ['steps', 'calls', 'tools'],
    prior: -0.3,
    byChain: true,
    more: 'more steps and tool calls than usual',
    less: 'fewer steps and tool calls than usual',
  },
  {
    of: ['writes', 'writeKinds', 'writeSize'],
    prior: -0.2,
    byChain: true,
    more: 'it changes more than usual',
    less: 'it changes less than usual',
  },
  {
    of: ['uptake'],
    prior: 0.3,
    more: 'tools were asked about most of what people named',
    less: 'tools were asked about little of what people named',
  },
  {
    of: ['errors', 'unresolved', 'endedOnError'],
    prior: -0.3,
    more: 'more errors than usual',
    less: 'fewer errors than usual',
  },
  {
    of: ['repeats', 'streak'],
    prior: -0.2,
    more: 'it calls the same tool again and again',
    less: 'it repeats its calls less than usual',
  },
  {
    of: ['apologies', 'refusals', 'refusedAtEnd'],
    prior: -0.1,
    more: 'it refuses or apologises',
    less: 'it neither refuses nor apologises',
  },
  { of: ['handOvers'], prior: 0, more: 'it hands over to a person', less: 'it does not hand over to a person' },
  {
    of: ['findings'],
    prior: -0.2,
    more: 'its output has claims that nothing supports',
    less: 'its output has fewer unsupported claims than usual',
  },
  {
    of: ['answerWords', 'answerLists', 'answerNumbers'],
    prior: -0.1,
    byChain: true,
    more: 'its answers are longer and more detailed than usual',
    less: 'its answers are shorter and plainer than usual',
  },
  {
    of: ['thanks'],
    against: ['objections'],
    prior: 0.15,
    more: 'people seem content with it',
    less: 'people object to it',
  },
  {
    of: ['tokens', 'time', 'cost'],
    prior: -0.15,
    byChain: true,
    more: 'it takes more time or tokens than usual',
    less: 'it takes less time and fewer tokens than usual',
  },
  {
    of: ['unfinished'],
    prior: -0.5,
    more: 'it did not complete, or gave no output',
    less: 'it completed with an output',
  },
]

export interface FactsOfRun {
  chain: string
  facts: RunFacts
}

/** Usual value of one fact: its mean over the runs, by chain when chains differ, and its standard deviation. */
interface Usual {
  mean: number
  byChain: Readonly<Record<string, number>>
  deviation: number
}

/** Usual values for each forecast feature, and the deviation of their mean. JSON-serializable. */
export type UsualFacts = readonly { of: readonly Usual[]; deviation: number }[]

const CHAIN_SHRINKAGE = 5
const DEVIATION_MIN = 0.15
const MEAN_DEVIATION_MIN = 0.1
const DEVIATIONS_MAX = 3

/** Computes the usual values from these runs. */
export function learnUsual(runs: readonly FactsOfRun[]): UsualFacts {
  return FORECAST_FACTS.map((fact, at) => {
    const signed = SIGNED[at] ?? []
    const of = signed.map(([name]) => usualOf(runs, name, fact.byChain ?? false))
    const deviation = deviationOf(
      runs.map((run) => meanFact(run, signed, of)),
      MEAN_DEVIATION_MIN,
    )
    return { of, deviation }
  })
}

/**
 * Returns one number per feature, in standard deviations from the usual value, in [-3, 3]. A feature without known facts is 0, so that
 * missing data counts neither for nor against a run.
 */
export function toForecastFacts(usual: UsualFacts, run: FactsOfRun): number[] {
  return SIGNED.map((signed, at) => {
    const { of = [], deviation = 1 } = usual[at] ?? {}
    return clip(meanFact(run, signed, of) / deviation)
  })
}

type SignedFact = readonly [name: RunFact, sign: 1 | -1]

const SIGNED = FORECAST_FACTS.map(({ of, against = [] }): SignedFact[] => [
  ...of.map((name) => [name, 1] as const),
  ...against.map((name) => [name, -1] as const),
])

/** Creates nothing, since a fit computes it millions of times. */
function meanFact(run: FactsOfRun, signed: readonly SignedFact[], usual: readonly Usual[]): number {
  let [sum, known] = [0, 0]
  for (let at = 0; at < signed.length; at++) {
    const [name, sign] = signed[at] as SignedFact
    const [value, its] = [run.facts[name], usual[at]]
    if (value === null || !its) continue
    sum += sign * clip((value - usualIn(its, run.chain)) / its.deviation)
    known++
  }
  return known > 0 ? sum / known : 0
}

/** A chain may be called like a member that every object has. */
const usualIn = ({ mean, byChain }: Pick<Usual, 'mean' | 'byChain'>, chain: string): number =>
  Object.hasOwn(byChain, chain) ? (byChain[chain] ?? mean) : mean

function usualOf(runs: readonly FactsOfRun[], fact: RunFact, isByChain: boolean): Usual {
  const known = runs.flatMap(({ chain, facts }) => (facts[fact] === null ? [] : [{ chain, value: facts[fact] }]))
  const overall = mean(known.map(({ value }) => value)) ?? 0
  const chains = isByChain ? [...Map.groupBy(known, (one) => one.chain)] : []
  const byChain = Object.fromEntries(
    chains.map(([chain, own]) => {
      const sum = own.reduce((total, { value }) => total + value, 0)
      return [chain, (sum + CHAIN_SHRINKAGE * overall) / (own.length + CHAIN_SHRINKAGE)]
    }),
  )
  const residuals = known.map(({ chain, value }) => value - usualIn({ mean: overall, byChain }, chain))
  return { mean: overall, byChain, deviation: deviationOf(residuals, DEVIATION_MIN) }
}

/** Root of the variance about the mean plus `least` squared, so that tiny variation is not scaled up to extreme values. */
function deviationOf(values: readonly number[], least: number): number {
  const centre = mean(values) ?? 0
  return Math.sqrt((mean(values.map((value) => (value - centre) ** 2)) ?? 0) + least ** 2)
}

const clip = (value: number) => Math.max(-DEVIATIONS_MAX, Math.min(DEVIATIONS_MAX, value))
