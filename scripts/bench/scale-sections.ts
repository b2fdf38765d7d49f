import { formatCount, formatMegabytes, formatMs, formatRatio, median, quantileOf } from './figures'
import type { Goal, Section } from './section'

/**
 * One size: seconds of filling it (0 = it was filled in several sessions), its bytes (0 = it existed before), and runs per second ingested
 * on top.
 */
export type ScaleSize = {
  runs: number
  fillS: number
  tables: number
  indexes: number
  app: number
  database: number
  ingest: readonly number[]
}

/** One request, and its median at each size. */
export type ScaleRead = { name: string; holdsMore?: boolean | undefined; ms: readonly number[] }

type Measured = {
  sizes: readonly ScaleSize[]
  reads: readonly ScaleRead[]
  vacuumed: { times: number; deadShare: number }
}
type Size = { batchSize: number; ingestRounds: number; samples: number }

const ratioMax = 1.2

/** Reports the figures of the sizes, and how each grows from the smallest to the largest. */
export function scaleSections(
  { sizes, reads, vacuumed }: Measured,
  { batchSize, ingestRounds, samples }: Size,
): Section[] {
  const toLargest = (from: number) =>
    reads.map(({ name, holdsMore, ms }) => ({
      name,
      holdsMore,
      ratio: (ms.at(-1) ?? Number.NaN) / (ms.at(from) ?? Number.NaN),
    }))
  const [grown, lastStep] = [toLargest(0), toLargest(-2)]
  const rates = sizes.map(({ ingest }) => median(ingest))
  const kept = (rates.at(-1) ?? Number.NaN) / (rates[0] ?? Number.NaN)
  return [
    {
      title: 'Scale: what a project of each size takes up',
      method: `Projects of one server with the same kind of data (\`million\`: steps, signals and scores for one run in a hundred and the newest hundredth only, with four steps each; above a million every run has two steps), the smaller ones beside the larger. Tables and indexes: the storage that filling added. Ingest: ${ingestRounds} deliveries of ${batchSize} runs of 10 steps over HTTP on top of each size, in turns, one at a time. Memory (PSS) after reading the pages of that size. Autovacuum ran ${formatCount(vacuumed.times)} times; ${(vacuumed.deadShare * 100).toFixed(2)} % of all rows were dead at the end.`,
      columns: ['runs', 'filled in', 'tables', 'indexes', 'kB a run', 'ingest, runs/s', 'worst', 'app', 'database'],
      rows: sizes.map(({ runs, fillS, tables, indexes, ingest, app, database }) => [
        formatCount(runs),
        fillS > 0 ? `${formatCount(fillS)} s` : '-',
        ...(tables + indexes > 0
          ? [formatMegabytes(tables), formatMegabytes(indexes), ((tables + indexes) / runs / 1000).toFixed(2)]
          : ['-', '-', '-']),
        formatCount(median(ingest)),
        formatCount(quantileOf(ingest, 0)),
        formatMegabytes(app),
        formatMegabytes(database),
      ]),
      goals: [
        {
          aim: 'ingest on top of the largest size at .85 or more of that on the least',
          measured: formatRatio(kept),
          isMet: kept >= 0.85,
        },
      ],
    },
    {
      title: 'Scale: how reads grow',
      method: `The same requests to each of these projects in turns, ${samples} times each, over HTTP: medians. The ratio is that of the largest size to the smallest, the last step that to the size before: a request that reads a bounded number of rows grows until a project has that many, and no further. All projects cover the same 90 days, so that a range of a larger project contains more runs: requests over a range (*) may take longer there, and are repeated over a range with about as many runs at each size.`,
      columns: ['question', ...sizes.map(({ runs }) => formatCount(runs)), 'ratio', 'last step'],
      rows: reads.map(({ name, holdsMore, ms }, place) => [
        holdsMore ? `${name} *` : name,
        ...ms.map(formatMs),
        formatRatio(grown[place]?.ratio ?? Number.NaN),
        formatRatio(lastStep[place]?.ratio ?? Number.NaN),
      ]),
      goals: [
        growthGoal('no read grows: ratio of 1.2 or less', grown),
        growthGoal('no read grows from the size before to the largest: 1.2 or less', lastStep),
      ],
    },
  ]
}

type Grown = { name: string; holdsMore?: boolean | undefined; ratio: number }

function growthGoal(aim: string, all: readonly Grown[]): Goal {
  const grown = all.filter(({ holdsMore }) => !holdsMore)
  const worst = grown.reduce((a, b) => (b.ratio > a.ratio ? b : a), grown[0] ?? { name: 'nothing', ratio: Number.NaN })
  const over = grown.filter(({ ratio }) => !(ratio <= ratioMax)).length
  const rest = over > 1 ? `; ${over} of ${grown.length} miss it` : ''
  return {
    aim,
    measured: `at most ${formatRatio(worst.ratio)} (${worst.name}${rest})`,
    isMet: over === 0 && grown.length > 0,
  }
}
