import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { build } from 'esbuild'
import { FOR_THREAD } from '@/lib/operations/engine-pool/build-worker'
import { formatCount, formatMs, formatRatio, median } from './figures'
import type { Section } from './report'
import type { ScoringTimes } from './scoring-work'

/** Measures the engine alone, on one thread: how many runs it scores in full, compared with parsing their bodies. */
export async function measureScoring({ rounds }: { rounds: number }): Promise<Section> {
  const { runs, kilobytes, times } = await timeInThread(rounds)
  const parsedMs = times[0]?.ms ?? []
  return {
    title: 'Full scoring on one core',
    method: `A run of 10 nodes and 4 signals with a contract, 20 rules, an output of 8 kB and 3 sources of 3 kB each (the body is ${kilobytes.toFixed(0)} kB of JSON): both profiles, every issue, the class of every failure, each claim of the output checked against the sources, confidence and decision. All texts of the first row for scoring are distinct; only what follows from the letters of a word is kept from earlier runs. Sources and tool results shared with an earlier run are read once or twice, which the two rows below it measure. Without sources, the claims of the output are checked against the results of the tools, which support few of them. On one thread, built like the engine threads of the app, without a database, ${runs} different runs a round, ${rounds} alternating rounds, medians. The ratio to parsing the same bodies is taken within each round, and is comparable across machines.`,
    columns: ['work', 'a second', 'each', 'of JSON.parse'],
    rows: times.map(({ name, ms }) => [
      name,
      formatCount(1000 / median(ms)),
      formatMs(median(ms)),
      formatRatio(median(ms.map((each, round) => each / (parsedMs[round] ?? Number.NaN)))),
    ]),
    goals: [],
  }
}

/** The engine runs bundled and in a thread, as in the app: loaded from its sources it is about a fifth slower. */
async function timeInThread(rounds: number): Promise<ScoringTimes> {
  const { outputFiles } = await build({ entryPoints: ['scripts/bench/scoring-work.ts'], ...FOR_THREAD })
  const thread = new Worker(outputFiles[0]?.text ?? '', { eval: true, execArgv: [], workerData: rounds })
  const [times] = await once(thread, 'message')
  return times
}
