import type { GateEvidence } from '@/lib/contracts/gates'

const SHOWN = 3

/** Live runs worth opening: the same scenario on both versions where there is one, else the lowest scores alone. */
export type WorstRun = {
  runId: string
  scenario: string | null
  score: number
  prior: { runId: string; score: number; change: number } | null
}

type Dot = GateEvidence['current']['dots'][number]

/** The three scenarios that fell most, or where the versions share none the three lowest runs. Unscored runs rank nowhere. */
export function prepareGateWorst({ prior, current }: Pick<GateEvidence, 'prior' | 'current'>): WorstRun[] {
  const scored = current.dots.flatMap((dot) => (dot.score === null ? [] : [{ ...dot, score: dot.score }]))
  const before = latestByScenario(prior?.dots ?? [])
  const paired = scored.flatMap((dot): WorstRun[] => {
    const match = dot.scenario === null ? undefined : before.get(dot.scenario)
    if (!match) return []
    return [
      {
        runId: dot.runId,
        scenario: dot.scenario,
        score: dot.score,
        prior: { ...match, change: dot.score - match.score },
      },
    ]
  })
  const fallen = oncePerScenario(paired.sort((a, b) => (a.prior?.change ?? 0) - (b.prior?.change ?? 0)))
  if (fallen.length > 0) return fallen.slice(0, SHOWN)
  return scored
    .sort((a, b) => a.score - b.score)
    .slice(0, SHOWN)
    .map(({ runId, scenario, score }) => ({ runId, scenario, score, prior: null }))
}

/** Of several prior runs of a scenario the latest stands for it; dots come latest first. */
function latestByScenario(dots: readonly Dot[]): Map<string, { runId: string; score: number }> {
  const found = new Map<string, { runId: string; score: number }>()
  for (const { scenario, runId, score } of dots)
    if (scenario !== null && score !== null && !found.has(scenario)) found.set(scenario, { runId, score })
  return found
}

function oncePerScenario(runs: readonly WorstRun[]): WorstRun[] {
  return [...new Map(runs.toReversed().map((run) => [run.scenario, run])).values()].reverse()
}
