import { formatCount, formatMs, formatRatio, median, quantileOf } from './figures'
import type { Section } from './section'

type Spent = { perS: number; appMs: number; databaseMs: number }

/** The measurements of one round: the batches sent, and the bare insert. */
export type Round = { sent: Spent & { batchMs: number[] }; bare: Spent }

const wantedRatio = 0.4
// Aims for a machine whose bare insert does 4,000 a second; a slower machine is held to the same share.
const wantedPerS = 1_500
const wantedBarePerS = 4_000

type Size = { batchSize: number; batchesPerRound: number }

/** Reports the figures of batch ingest by number of concurrent requests. */
export function batchIngestSection(measured: ReadonlyMap<number, readonly Round[]>, size: Size): Section {
  const figures = [...measured].map(([width, rounds]) => ({ width, ...summarise(rounds) }))
  const best = figures.reduce((a, b) => (b.perS > a.perS ? b : a))
  const scaledPerS = wantedPerS * Math.min(1, best.barePerS / wantedBarePerS)
  const rounds = Math.max(...[...measured.values()].map((list) => list.length))
  return {
    title: 'Batch ingest over HTTP',
    method: methodOf(size, rounds),
    columns: [
      'requests at a time',
      'ingest runs/s',
      'bare runs/s',
      'ratio',
      'batch p50',
      'batch p95',
      'app CPU/run',
      'database CPU/run',
      'bare database CPU/run',
      'n (batches)',
    ],
    rows: figures.map((figure) => [
      String(figure.width),
      formatCount(figure.perS),
      formatCount(figure.barePerS),
      formatRatio(figure.ratio),
      formatMs(figure.p50Ms),
      formatMs(figure.p95Ms),
      formatMs(figure.appMs),
      formatMs(figure.databaseMs),
      formatMs(figure.bareDatabaseMs),
      String(figure.batches),
    ]),
    goals: [
      { aim: 'ratio of .40 or more', measured: formatRatio(best.ratio), isMet: best.ratio >= wantedRatio },
      {
        aim: `1,500 runs/s where the bare insert does 4,000 (here ${formatCount(best.barePerS)}, so ${formatCount(scaledPerS)})`,
        measured: `${formatCount(best.perS)} runs/s`,
        isMet: best.perS >= scaledPerS,
      },
    ],
  }
}

function summarise(rounds: readonly Round[]) {
  const batchMs = rounds.flatMap((round) => round.sent.batchMs)
  return {
    perS: median(rounds.map((round) => round.sent.perS)),
    barePerS: median(rounds.map((round) => round.bare.perS)),
    ratio: median(rounds.map((round) => round.sent.perS / round.bare.perS)),
    appMs: median(rounds.map((round) => round.sent.appMs)),
    databaseMs: median(rounds.map((round) => round.sent.databaseMs)),
    bareDatabaseMs: median(rounds.map((round) => round.bare.databaseMs)),
    p50Ms: median(batchMs),
    p95Ms: quantileOf(batchMs, 0.95),
    batches: batchMs.length,
  }
}

function methodOf({ batchSize, batchesPerRound }: Size, rounds: number): string {
  return [
    `Batches of ${batchSize} runs, each of 10 nodes and 4 signals with contract and criteria, sent over HTTP by another process and scored. A batch counts once its whole answer is read, which is after the commit.`,
    'Bare: the rows this wrote (run, node_run, signal, issue, failure, score, run_summary, run_text), read back and inserted into the same tables and indexes under another project: one statement a table in one transaction, through the same driver, from the same client process.',
    'Ingest keeps rollups, failure groups, gates and open pages up to date beside that.',
    `${rounds} rounds of ${batchesPerRound} batches each, in turns; medians over the rounds, the ratio being that within a round. Client, app and database share the cores; the processor time of each is given for one run.`,
  ].join(' ')
}
