import type { RunInput } from '@/lib/contracts/run-input'
import { type Forecast, forecastBy, type KnownRun, type LearnedForecast, learnForecast } from './learn-forecast'
import { textOf } from './read-trace'
import { runFacts } from './run-facts'

/** A run and whether a person approved it. */
export interface RunVerdict {
  run: RunInput
  approved: boolean
}

interface ForecastReport extends Pick<LearnedForecast, 'n' | 'prequential'> {
  results: Forecast[]
}

/**
 * Predicts the probability that a person would approve each run in `apply`, by {@link learnForecast} on verdicts for other runs. A run with
 * several verdicts counts once, with its share of approvals. The order of the verdicts only affects `prequential`.
 */
export function forecastVerdicts({ verdicts, apply }: { verdicts: RunVerdict[]; apply: RunInput[] }): ForecastReport {
  const { model, n, prequential } = learnForecast(mergeRepeats(verdicts))
  const results = apply.map((run) =>
    model
      ? forecastBy(model, { chain: run.chain, facts: runFacts(run) })
      : { probability: null, interval: null, reasons: [] },
  )
  return { n, results, prequential }
}

function mergeRepeats(verdicts: readonly RunVerdict[]): KnownRun[] {
  const byRun = Map.groupBy(verdicts, ({ run }) => JSON.stringify([run.chain, run.id]))
  return [...byRun].flatMap(([key, same]) => {
    const [first] = same
    if (!first) return []
    const { run } = first
    const label = same.filter(({ approved }) => approved).length / same.length
    return [{ chain: run.chain, facts: runFacts(run), key, group: groupOf(run) ?? key, label }]
  })
}

/** Returns a key for the task of a run; runs with the same key are trials of the same task. Null when the task is unknown. */
export function groupOf({ chain, scenario, request }: Pick<RunInput, 'chain' | 'scenario' | 'request'>): string | null {
  const task = scenario ?? textOf(request)
  return task === '' ? null : JSON.stringify([chain, task])
}
