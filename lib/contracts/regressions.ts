import { z } from 'zod'
import { contract } from './contract'
import {
  chainDrift,
  comparabilityWarning,
  comparedOn,
  dropVerdict,
  pairedDrop,
  scenarioChange,
  verdictWord,
} from './drop-evidence'
import { gateEvidence } from './gate-evidence'
import { gateState } from './gates'
import { measuredRuns } from './measured'
import { id, name, queryInt } from './primitives'

const side = gateEvidence.shape.current.omit({ dots: true }).extend({
  measured: measuredRuns.optional().describe('How many of its runs were measured enough to judge them by the mean'),
})

/** The newest version of a chain, or the requested one, against the version before it; a candidate against the serving version. */
export const regression = z.object({
  chain: z.string(),
  version: z.string(),
  state: z.string().describe('Of the version: candidate, live, superseded, rolled_back or halted'),
  ...gateEvidence.pick({ threshold: true, minLiveRuns: true, profile: true, delta: true, probability: true }).shape,
  verdict: dropVerdict.describe('By the rule alone: a drop of the mean by more than the threshold is a regression'),
  word: verdictWord,
  comparedOn,
  prior: side.nullable(),
  current: side,
  factors: gateEvidence.shape.factors.describe(
    'Means over the latest live runs of each version; conformance separately',
  ),
  scenarios: z.array(scenarioChange).describe('Of the latest live runs, largest drop first, at most 500'),
  paired: pairedDrop.nullable().describe('The drop on the scenarios that both ran; null if they share none'),
  drift: chainDrift.nullable(),
  warnings: z
    .array(comparabilityWarning)
    .default([])
    .describe('Why part of the change may not come from the versions: that different engines scored them'),
  gate: z
    .object({ id, state: gateState, undone: z.boolean(), url: z.url() })
    .nullable()
    .describe('The latest gate on this version as a whole'),
})

export const listRegressions = contract({
  name: 'chains.regressions',
  summary:
    'List whether the newest version of each chain is worse than the previous one: the verdict of the rule and its certainty, by factor and by scenario; chains by name, further ones with `cursor`. A candidate is requested by name, and compared with the serving version.',
  scope: 'read',
  target: 'GET /api/v1/regressions',
  input: z
    .strictObject({
      chain: name.optional().describe('Only this chain'),
      version: name.optional().describe('This version instead of the newest, such as a candidate'),
      limit: queryInt(1, 200).default(200),
      cursor: z.string().max(2000).optional(),
    })
    .refine(({ chain, version }) => version === undefined || chain !== undefined, {
      path: ['chain'],
      error: 'name the chain of the version',
    }),
  output: z.object({
    regressions: z.array(regression),
    total: z.number().nullable().default(null).describe('Chains with a version; null on later pages'),
    next: z.string().nullable().default(null),
  }),
})

export type Regression = z.infer<typeof regression>
