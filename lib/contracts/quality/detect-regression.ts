import { z } from 'zod'
import { dropMethod, dropOdds, dropVerdict, pairedDrop, verdictWord } from '../drop-evidence'
import { unit } from '../primitives'
import { interval, maybe } from './shapes'
import { tool } from './tool'

const runs = z
  .array(
    z.strictObject({
      score: unit.describe('0 to 1'),
      kind: z.enum(['live', 'dry_run']).optional().describe('live by default; dry runs enter no mean'),
      scenario: maybe(z.string().max(500)),
      conformance: maybe(z.boolean()).describe(
        'Whether it kept its contract, if that is 0.40 of its score; if known for all runs, the odds model it separately',
      ),
    }),
  )
  .max(100_000)

export const detectRegression = tool({
  name: 'detect_regression',
  summary:
    'Decide whether a version is worse than the previous one, from the scores of their live runs, with the odds that the drop is real.',
  costly: 'current',
  input: z.strictObject({
    prior: runs.describe(
      'Runs of the latest lower version that was published and not rolled back; [] if there is none',
    ),
    current: runs.describe('Runs of the version to judge'),
    threshold: maybe(unit).describe('A drop of the mean by more than this is a regression; 0.05 by default'),
    minLiveRuns: maybe(z.number().int().min(1)).describe('Minimum number of live runs for a verdict; 3 by default'),
  }),
  output: z.object({
    verdict: dropVerdict.describe('By the mean of live runs alone; an exact tie with the threshold is ok'),
    delta: z.number().nullable().describe('priorMean - currentMean; positive is a drop'),
    priorMean: z.number().nullable().describe('Of live runs; null without any'),
    currentMean: z.number().nullable().describe('Of live runs; null without any'),
    nPrior: z.number().int().describe('Live runs'),
    nCurrent: z.number().int().describe('Live runs'),
    gate: z.boolean().describe('Whether to open a gate'),
    evidence: z
      .object({
        pDrop: z.number().nullable().describe('Probability that there is any drop'),
        pDropExceedsThreshold: z.number().nullable(),
        interval: interval.nullable().describe('90 % interval of the drop'),
        runsToSettle: z
          .number()
          .int()
          .nullable()
          .describe('Roughly how many more runs of each version would settle it; 0 settled, null not within 50'),
        paired: pairedDrop
          .nullable()
          .describe('The drop on the scenarios that both versions ran; null if they share none'),
        historyBased: z.boolean().describe('The spread of a version with one run is taken from history, not measured'),
        word: verdictWord,
        byConformance: dropOdds.shape.byConformance.unwrap(),
        byScenario: dropOdds.shape.byScenario.unwrap(),
        method: dropMethod.unwrap().nullable().describe('How the odds were computed; null if there are none'),
      })
      .describe('Complements the verdict and never changes it; null if one version has no live run'),
  }),
  examples: [
    {
      body: {
        prior: [{ score: 0.86 }, { score: 0.84 }, { score: 0.82 }],
        current: [{ score: 0.75 }, { score: 0.78 }, { score: 0.79 }],
      },
      answer: {
        verdict: 'regression',
        delta: 0.06666666666666654,
        priorMean: 0.84,
        currentMean: 0.7733333333333334,
        nPrior: 3,
        nCurrent: 3,
        gate: true,
        evidence: {
          pDrop: 0.9585353256384223,
          pDropExceedsThreshold: 0.5551915008820276,
          interval: [0.0301517177630464, 0.10318161557028668],
          runsToSettle: 18,
          paired: null,
          historyBased: false,
          word: 'inconclusive',
          byConformance: false,
          byScenario: false,
          method: 'mixture-4',
        },
      },
    },
  ],
})

export type DetectRegression = typeof detectRegression
