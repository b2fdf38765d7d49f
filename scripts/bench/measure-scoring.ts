import { byEvaluator } from '@/lib/contracts/evaluators'
import { type RunInput, runInput } from '@/lib/contracts/run-input'
import { readSignals } from '@/lib/engine/confidence/score-confidence'
import { decideRun } from '@/lib/engine/scoring/decide-run'
import { measureRun } from '@/lib/engine/scoring/measure-run'
import type { SignalsInForce } from '@/lib/engine/scoring/scored-run'
import { seededRng } from '@/lib/engine/stats/random'
import { formatCount, formatMs, formatRatio, median } from './figures'
import { scoringBodyMaker } from './scoring-bodies'
import type { Section } from './section'

const bodiesPerRound = 100
const warmUpRounds = 3
const attempts = 10

/** Measures the engine alone, in this process: how many runs one core scores in full, compared with parsing their bodies. */
export function measureScoring({ rounds }: { rounds: number }): Section {
  const nextBody = scoringBodyMaker(seededRng(5))
  const texts = Array.from({ length: bodiesPerRound }, () => JSON.stringify(nextBody()))
  const bodies = texts.map((text): unknown => JSON.parse(text))
  const runs = bodies.map((body) => runInput.parse(body))
  const sharing = runs.flatMap((_, index) => runs[index - (index % attempts)] ?? [])
  const work = {
    'JSON.parse of the body': () => texts.map((text) => JSON.parse(text)),
    'check of the body against its contract': () => bodies.map((body) => runInput.parse(body)),
    'full scoring': () => runs.map(scoreFully),
    'of ten runs of the same sources': () => sharing.map(scoreFully),
    'of it all but the sources': () => runs.map((run) => scoreFully({ ...run, sources: undefined })),
  }
  const measured = Object.entries(work).map(([name, once]) => ({ name, once, ms: [] as number[] }))
  for (let round = -warmUpRounds; round < rounds; round++) {
    for (const { once, ms } of measured) {
      const startedAt = performance.now()
      once()
      if (round >= 0) ms.push((performance.now() - startedAt) / bodiesPerRound)
    }
  }
  const parsedMs = measured[0]?.ms ?? []
  const kilobytes = median(texts.map((text) => text.length)) / 1000
  return {
    title: 'Full scoring on one core',
    method: `A run of 10 nodes and 4 signals with a contract, 20 rules, an output of 8 kB and 3 sources of 3 kB each (the body is ${kilobytes.toFixed(0)} kB of JSON): both profiles, every issue, the class of every failure, each claim of the output checked against the sources, confidence and decision. Sources and tool results shared with the previous run are read once. In one process without a database, ${bodiesPerRound} different runs a round, ${rounds} alternating rounds, medians. The ratio to parsing the same bodies is taken within each round, and is comparable across machines.`,
    columns: ['work', 'a second', 'each', 'of JSON.parse'],
    rows: measured.map(({ name, ms }) => [
      name,
      formatCount(1000 / median(ms)),
      formatMs(median(ms)),
      formatRatio(median(ms.map((each, round) => each / (parsedMs[round] ?? Number.NaN)))),
    ]),
    goals: [],
  }
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

function signalsOf({ signals }: RunInput): SignalsInForce {
  const given = readSignals(Object.fromEntries(signals.map(({ evaluator, value }) => [evaluator, value])))
  return byEvaluator((name) => given.find(({ evaluator }) => evaluator === name)?.value ?? null)
}
