import { formatCount, formatMegabytes, formatMs, formatRatio, median, quantileOf } from './figures'
import type { Section } from './section'

/**
 * One size: what filling it took in seconds (0 = it was filled in several goes) and bytes (0 = it was there before), and runs a second
 * taken in on top.
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

/** One question, and its median at each size. */
export type ScaleRead = { name: string; ms: readonly number[] }

type Measured = {
  sizes: readonly ScaleSize[]
  reads: readonly ScaleRead[]
  vacuumed: { times: number; deadShare: number }
}
type Size = { batchSize: number; ingestRounds: number; samples: number }

const ratioMax = 1.2

/** The figures of the sizes, and how each grows from the least to the largest. */
export function scaleSections(
  { sizes, reads, vacuumed }: Measured,
  { batchSize, ingestRounds, samples }: Size,
): Section[] {
  const grown = reads.map(({ name, ms }) => ({ name, ratio: (ms.at(-1) ?? Number.NaN) / (ms[0] ?? Number.NaN) }))
  const worst = grown.reduce((a, b) => (b.ratio > a.ratio ? b : a), grown[0] ?? { name: 'nothing', ratio: Number.NaN })
  const over = grown.filter(({ ratio }) => !(ratio <= ratioMax)).length
  const rates = sizes.map(({ ingest }) => median(ingest))
  const kept = (rates.at(-1) ?? Number.NaN) / (rates[0] ?? Number.NaN)
  return [
    {
      title: 'Scale: what a project of each size takes up',
      method: `Projects of one server, filled alike (\`million\`: all of every run but its steps, signals and scores, which one run in a hundred and the newest hundredth have, four steps each), with the smaller ones beside the larger. Tables and indexes are what filling added. Ingest: ${ingestRounds} deliveries of ${batchSize} runs of 10 steps over HTTP on top of each size, in turns, one at a time. Memory (PSS) after the pages of that size were read. Autovacuum ran ${formatCount(vacuumed.times)} times by itself; ${(vacuumed.deadShare * 100).toFixed(2)} % of all rows were dead at the end.`,
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
      method: `The same questions to each of these projects in turns, ${samples} times each, over HTTP: medians. The ratio is that of the largest size to the least.`,
      columns: ['question', ...sizes.map(({ runs }) => formatCount(runs)), 'ratio'],
      rows: reads.map(({ name, ms }, place) => [
        name,
        ...ms.map(formatMs),
        formatRatio(grown[place]?.ratio ?? Number.NaN),
      ]),
      goals: [
        {
          aim: 'no read grows: ratio of 1.2 or less',
          measured: `at most ${formatRatio(worst.ratio)} (${worst.name}${over > 1 ? `; ${over} of ${grown.length} miss it` : ''})`,
          isMet: over === 0 && grown.length > 0,
        },
      ],
    },
  ]
}
