import type { RunInput } from '@/lib/contracts/run-input'
import { type Forecast, forecastBy, type KnownRun, type LearnedForecast, learnForecast } from './learn-forecast'
import { textOf } from './read-trace'
import { runFacts } from './run-facts'

/** A run and whether a person approved it. */
export interface RunVerdict {
  run: RunInput
  approved: boolean
}

export interface ForecastReport extends Pick<LearnedForecast, 'n' | 'prequential'> {
  results: Forecast[]
}

/**
 * The chance that a person would approve each of the runs in `apply`, by {@link learnForecast} on verdicts on other runs. A run that
 * stands there twice counts once, with the share of its approvals. The order of the verdicts matters to `prequential` alone.
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

/** What a run was to do: runs of one group are trials of the same. null where it does not tell. */
export function groupOf({ chain, scenario, request }: Pick<RunInput, 'chain' | 'scenario' | 'request'>): string | null {
  const task = scenario ?? textOf(request)
  return task === '' ? null : JSON.stringify([chain, task])
}
