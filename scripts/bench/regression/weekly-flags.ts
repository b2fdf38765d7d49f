import { LARGE_DROP, LOW_MEAN } from '@/lib/contracts/thresholds'
import { type Sample, sampleOf } from '@/lib/engine/stats/descriptive'
import { brierScore, type Forecast } from '@/lib/engine/stats/prediction-scores'
import { seededRng } from '@/lib/engine/stats/random'
import { chanceNothingFell, chanceOfMean, weekPriorOf } from '@/lib/engine/weekly/week-prior'
import type { Section } from '../report'
import { calibrationError } from './calibration'
import { gaussian } from './populations'

const CHAINS = 20
const PAGES = 300
const SEED = 23
const RUNS = [3, 5, 10, 30, 100]
const SIGMAS = [0.05, 0.1, 0.2]

type Pair = { previous: Sample; current: Sample; drop: number; mean: number }

/** How far the probability of noise beside a weekly flag can be trusted, on pages with known truth. */
export function weeklyFlagSection(): Section {
  const measured = [0.3, 0.6, 0.9].map((unchanged) => ({ unchanged, ...judge(unchanged) }))
  const usual = measured.find(({ unchanged }) => unchanged === 0.6)
  const error = usual ? calibrationError(usual.drops) : Number.NaN
  return {
    title: 'Weekly review: the chance that a flag is noise',
    method: `Simulated pages of ${CHAINS} chains, ${PAGES} of each mix of runs a week (${RUNS.join(', ')}) and spread (${SIGMAS.join(', ')}), seed ${SEED}: a share of the chains does not change, the others fall by .02 with a standard deviation of .08; means are around .75. Of the flags raised: the mean shown probability of noise, how often it was noise, Brier score and expected calibration error (ten bins). The engine only knows the runs of the page.`,
    columns: ['unchanged', 'flag', 'flags', 'said', 'came true', 'Brier', 'ECE'],
    rows: measured.flatMap(({ unchanged, drops, lows }) => [
      [percent(unchanged), 'fell by more than .05', ...cellsOf(drops)],
      [percent(unchanged), 'mean below .60', ...cellsOf(lows)],
    ]),
    goals: [{ aim: 'ECE of a drop at 60 % of .05 or less', measured: error.toFixed(3), isMet: error <= 0.05 }],
  }
}

function judge(unchanged: number): { drops: Forecast[]; lows: Forecast[] } {
  const random = seededRng(SEED)
  const [drops, lows]: [Forecast[], Forecast[]] = [[], []]
  for (const runs of RUNS)
    for (const sigma of SIGMAS)
      for (let page = 0; page < PAGES; page++) {
        const pairs = Array.from({ length: CHAINS }, () => drawPair(random, unchanged, runs, sigma))
        const belief = weekPriorOf(pairs)
        for (const { previous, current, drop, mean } of pairs) {
          if (previous.mean - current.mean > LARGE_DROP)
            drops.push({ probability: chanceNothingFell(previous, current, belief), isTrue: drop <= 0 })
          if (current.mean < LOW_MEAN)
            lows.push({ probability: chanceOfMean({ previous, current }, LOW_MEAN, belief), isTrue: mean >= LOW_MEAN })
        }
      }
  return { drops, lows }
}

function drawPair(random: () => number, unchanged: number, runs: number, sigma: number): Pair {
  const before = 0.75 + 0.12 * gaussian(random)
  const drop = random() < unchanged ? 0 : 0.02 + 0.08 * gaussian(random)
  const mean = before - drop
  return { previous: draw(random, runs, before, sigma), current: draw(random, runs, mean, sigma), drop, mean }
}

function draw(random: () => number, runs: number, mean: number, sigma: number): Sample {
  const sample = sampleOf(Array.from({ length: runs }, () => mean + sigma * gaussian(random)))
  if (!sample) throw new Error('a week needs runs')
  return sample
}

function cellsOf(forecasts: readonly Forecast[]): string[] {
  const average = (of: (forecast: Forecast) => number) =>
    forecasts.reduce((sum, forecast) => sum + of(forecast), 0) / forecasts.length
  return [
    forecasts.length.toLocaleString('en-US'),
    percent(average(({ probability }) => probability)),
    percent(average(({ isTrue }) => Number(isTrue))),
    brierScore(forecasts).toFixed(3),
    calibrationError(forecasts).toFixed(3),
  ]
}

const percent = (share: number) => `${(share * 100).toFixed(0)} %`
