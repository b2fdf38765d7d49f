import { analyzeConvergence } from '@/lib/engine/iteration/analyze-convergence'
import { forecastVerdicts } from '@/lib/engine/judgement/forecast-verdict'
import { aurocOf } from '@/lib/engine/judgement/prequential'
import { recommendStop } from '@/lib/engine/judgement/recommend-stop'
import { brierScore } from '@/lib/engine/stats/prediction-scores'
import { seededRng } from '@/lib/engine/stats/random'
import type { AgentRun } from './agent-run'
import { average, drawSome, type Figure, SEED, standardError, stopwatch } from './figure'
import { halvesOf, type ScoreSeries } from './labelled-data'

const FEW_VERDICTS = 20
const DRAWS = 30

/** How well verdicts on runs of some tasks predict those on runs of others, from the traces alone. */
export function forecastFigures(runs: readonly AgentRun[]): Figure[] {
  const { taught, tested } = halvesOf(runs)
  const random = seededRng(SEED)
  const few = Array.from({ length: DRAWS }, () => drawSome(taught, FEW_VERDICTS, random))
  const apart = qualityOf(forecast(tested, tested), tested)
  const shortest = aurocOf(
    tested.map(({ messages }) => -messages),
    tested.map(({ approved }) => approved),
  )
  return [few, [taught]].flatMap((draws) => {
    const watch = stopwatch()
    const measured = draws.map((known) => {
      const chances = watch.time(() => forecast(known, tested))
      const share = average(known.map(({ approved }) => Number(approved)))
      const floor = brierScore(tested.map(({ approved }) => ({ probability: share, isTrue: approved })))
      return { ...qualityOf(chances, tested), floor }
    })
    const overDraws = (kind: 'auroc' | 'brier') => {
      const values = measured.map((one) => one[kind])
      return { ours: average(values), ...(values.length > 1 ? { error: standardError(values) } : {}) }
    }
    const name = `forecast, tau-bench, ${draws[0]?.length ?? 0} verdicts`
    const callMs = watch.callMs()
    return [
      {
        name: `${name}: AUROC`,
        floor: 0.5,
        ...(shortest === null ? {} : { published: shortest }),
        ...overDraws('auroc'),
        best: apart.auroc,
        callMs,
      },
      {
        name: `${name}: Brier`,
        floor: average(measured.map(({ floor }) => floor)),
        ...overDraws('brier'),
        best: apart.brier,
        callMs,
      },
    ]
  })
}

/** The predicted probability of each run; one half if too few verdicts are known. */
function forecast(known: readonly AgentRun[], asked: readonly AgentRun[]): number[] {
  const { results } = forecastVerdicts({
    verdicts: known.map(({ run, approved }) => ({ run, approved })),
    apply: asked.map(({ run }) => run),
  })
  return results.map(({ probability }) => probability ?? 0.5)
}

function qualityOf(chances: readonly number[], runs: readonly AgentRun[]) {
  const truth = runs.map(({ approved }) => approved)
  return {
    auroc: aurocOf(chances, truth) ?? Number.NaN,
    brier: brierScore(chances.map((probability, at) => ({ probability, isTrue: truth[at] ?? false }))),
  }
}

/** The gain that the engine expects of an attempt; regret and attempts are combined by it. */
const ATTEMPT_COST = 0.006

/** The loss of stopping by a rule, and the attempts that it saves. */
export function stopFigures(series: readonly ScoreSeries[]): Figure[] {
  const watch = stopwatch()
  const stops = series.map((one) => {
    const first = (isEnd: (scores: number[]) => boolean) => {
      const at = one.scores.findIndex((_, place) => isEnd(one.scores.slice(0, place + 1)))
      return at < 0 ? one.scores.length : at + 1
    }
    const { evaluations } = one
    return {
      floor: stopAt(one, 1),
      published: stopAt(
        one,
        first((scores) => analyzeConvergence({ scores }).action !== 'continue'),
      ),
      ours: stopAt(
        one,
        first((scores) => watch.time(() => recommendStop({ scores, evaluations })).recommendation === 'stop'),
      ),
      best: bestStop(one),
    }
  })
  const figure = (name: string, value: (stop: Stop) => number): Figure => ({
    name: `stop, ${series.length} series: ${name}`,
    floor: average(stops.map(({ floor }) => value(floor))),
    published: average(stops.map(({ published }) => value(published))),
    ours: average(stops.map(({ ours }) => value(ours))),
    best: average(stops.map(({ best }) => value(best))),
    callMs: watch.callMs(),
  })
  return [
    figure('mean regret', ({ regret }) => regret),
    figure('share saved', ({ saved }) => saved),
    figure(`regret + ${ATTEMPT_COST} an attempt`, lossOf),
  ]
}

type Stop = { attempts: number; regret: number; saved: number }

const lossOf = ({ regret, attempts }: Stop) => regret + ATTEMPT_COST * attempts

/** Takes the best scored attempt so far, and compares its truth with the best truth of all attempts. */
export function stopAt({ scores, truth }: Pick<ScoreSeries, 'scores' | 'truth'>, attempts: number): Stop {
  const seen = scores.slice(0, attempts)
  const taken = seen.indexOf(Math.max(...seen))
  return { attempts, regret: Math.max(...truth) - (truth[taken] ?? Number.NaN), saved: 1 - attempts / scores.length }
}

/** The stop with the least loss, given the whole series. */
export function bestStop(series: Pick<ScoreSeries, 'scores' | 'truth'>): Stop {
  return series.scores
    .map((_, at) => stopAt(series, at + 1))
    .reduce((best, stop) => (lossOf(stop) < lossOf(best) ? stop : best))
}
