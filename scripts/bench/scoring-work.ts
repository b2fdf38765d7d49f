import { parentPort, workerData } from 'node:worker_threads'
import { byEvaluator } from '@/lib/contracts/evaluators'
import { type RunInput, runInput } from '@/lib/contracts/run-input'
import { readSignals } from '@/lib/engine/confidence/score-confidence'
import { decideRun } from '@/lib/engine/scoring/decide-run'
import { measureRun } from '@/lib/engine/scoring/measure-run'
import type { EffectiveSignals } from '@/lib/engine/scoring/scored-run'
import { seededRng } from '@/lib/engine/stats/random'
import { median } from './figures'
import { scoringBodyMaker } from './scoring-bodies'

const bodiesPerRound = 100
const warmUpRounds = 3
const attempts = 10

/** Milliseconds that each piece of work took for one run, by round, and the median size of a body in kB. */
export type ScoringTimes = { runs: number; kilobytes: number; times: { name: string; ms: number[] }[] }

/** Does each piece of work for every run, in alternating rounds. */
function timeScoring(rounds: number): ScoringTimes {
  const nextBody = scoringBodyMaker(seededRng(5))
  const texts = Array.from({ length: bodiesPerRound }, () => JSON.stringify(nextBody()))
  const bodies = texts.map((text): unknown => JSON.parse(text))
  const runs = bodies.map((body) => runInput.parse(body))
  const sharing = runs.flatMap((_, index) => runs[index - (index % attempts)] ?? [])
  const inTurns = runs.flatMap((_, index) => runs[(index % attempts) * attempts] ?? [])
  const work = {
    'JSON.parse of the body': () => texts.map((text) => JSON.parse(text)),
    'check of the body against its contract': () => bodies.map((body) => runInput.parse(body)),
    'full scoring': () => runs.map(scoreFully),
    'of ten runs of the same sources': () => sharing.map(scoreFully),
    'of ten sources in turns': () => inTurns.map(scoreFully),
    'without its sources': () => runs.map((run) => scoreFully({ ...run, sources: undefined })),
  }
  const measured = Object.entries(work).map(([name, once]) => ({ name, once, ms: [] as number[] }))
  for (let round = -warmUpRounds; round < rounds; round++) {
    for (const { once, ms } of measured) {
      const startedAt = performance.now()
      once()
      if (round >= 0) ms.push((performance.now() - startedAt) / bodiesPerRound)
    }
  }
  const times = measured.map(({ name, ms }) => ({ name, ms }))
  return { runs: bodiesPerRound, kilobytes: median(texts.map((text) => text.length)) / 1000, times }
}

function scoreFully(run: RunInput) {
  const { contract, criteria } = run
  const measured = measureRun(run, { contract, criteria, durationMs: 30_000, tokens: 20_000 })
  return decideRun({
    profile: 'stratt',
    gaff: measured.gaff.value,
    stratt: measured.stratt.value,
    band: measured.stratt.band,
    status: run.status,
    kind: run.kind,
    signals: signalsOf(run),
    humanOrigin: 'ingest',
    blockers: measured.blockers,
    isOverridden: false,
    attempt: run.attempt,
    maxAttempts: run.maxAttempts ?? 3,
    earlier: [],
  })
}

function signalsOf({ signals }: RunInput): EffectiveSignals {
  const given = readSignals(Object.fromEntries(signals.map(({ evaluator, value }) => [evaluator, value])))
  return byEvaluator((name) => given.find(({ evaluator }) => evaluator === name)?.value ?? null)
}

parentPort?.postMessage(timeScoring(workerData))
