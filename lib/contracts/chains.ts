import { z } from 'zod'
import { contract } from './contract'
import { chainDrift, comparedOn, dropOdds, dropVerdict, verdictWord } from './drop-evidence'
import { gatePerson } from './gates'
import { viewedMost } from './limits'
import { confidenceFall, measuredRuns } from './measured'
import {
  addressName,
  id,
  isoTime,
  listOf,
  name,
  plainText,
  profile,
  queryFlag,
  queryInt,
  sampleMean,
} from './primitives'
import { qualityCriteria } from './quality-criteria'
import { outputContract } from './run-input'
import { expectedVersion, settingVersion } from './setting-versions'
import { trueShareGood } from './true-share-good'
import { chainSorts, gateStates } from './vocabulary'

/**
 * State of a version. Until a person first publishes a version of the chain, a version named by a run or a declaration is live;
 * from then on it is a candidate, so that a stray run never changes what serves. Versions already live stay live.
 * - `candidate`: published for trial, as for a pull request, or named by runs and not published yet. Its runs are scored like
 * any others and it is compared with the serving version, but it never serves, is no baseline, and opens no gate automatically.
 * Publishing it without `candidate`, or approving a gate on it, makes it live.
 * - `live`: the highest live version serves.
 * - `superseded`: live, while a higher version serves. Never stored.
 * - `rolled_back`: a person rejected it. `halted`: its gate passed its deadline. Publishing restores neither.
 * Pending trials of a version are cancelled when it is superseded, rolled back or halted.
 */
export const versionStates = ['candidate', 'live', 'superseded', 'rolled_back', 'halted'] as const

export const versionView = z.object({
  version: z.string(),
  state: z
    .enum(versionStates)
    .describe('candidate: on trial, never serves; superseded: live, but a higher version serves'),
  served: z.boolean(),
  publishedAt: isoTime.describe('When it was published; before that, when a run first named it'),
  publishedBy: z.string().nullable().describe('Null if only runs or a declaration have named the version'),
  hasContract: z.boolean(),
  hasCriteria: z.boolean(),
  gate: z
    .object({ id: z.uuid(), state: z.enum(gateStates), undone: z.boolean() })
    .nullable()
    .describe('The latest gate on the version as a whole'),
  liveRuns: z.number(),
  runs: z.number(),
  /**
   * Over all its live runs with a score, under the profile in force when each was scored: the basis for comparing versions.
   * `measured` is the number of runs with enough factors measured for the mean to be meaningful.
   */
  quality: sampleMean,
  measured: measuredRuns,
  confidence: sampleMean
    .nullable()
    .describe(
      'By its evaluators at the weights configured for the chain, without verdicts of people, over those of its newest 500 live runs that have a signal of one; null where it was not read, as for the oldest of many versions',
    ),
  verdict: dropVerdict.describe('By the rule alone'),
  word: verdictWord,
  delta: z.number().nullable().describe('Mean of the previous version minus its own; positive is worse.'),
  comparedWith: z.string().nullable(),
  comparedOn,
  odds: dropOdds.nullable(),
  confidenceFall: confidenceFall
    .nullable()
    .describe(
      'Mean confidence by evaluators, without verdicts of people, of the newest 500 live runs of `comparedWith` and of this version, with the 90 % interval of the change, if that interval lies below 0; else null',
    ),
})

export const chainView = z.object({
  name: z.string(),
  profile,
  maxAttempts: z.number(),
  regressionThreshold: z.number(),
  minLiveRuns: z.number(),
  gateHours: z.number(),
  gateQuorum: z.number().describe('Approvals by different people that its gates require'),
  servedVersion: z.string().nullable(),
  newestVersion: z
    .string()
    .nullable()
    .describe('The version the chain is judged by: the highest, ignoring candidates unless there are only candidates'),
  runs: z.number(),
  lastRunAt: isoTime.nullable(),
  drift: chainDrift
    .nullable()
    .describe('Of its newest version; null without a live run or another version to compare with'),
  versionCount: z.number().describe('All its versions; `versions` may have only the highest of them'),
  versions: z
    .array(versionView)
    .describe('The highest first; the newest and the one it is compared with are among the first ones in any case'),
})

/** How far efficiency alone keeps the runs of a chain below the good band. */
export const chainEfficiency = z.object({
  runs: z.number().describe('How many of the latest live runs reported tokens'),
  best: z.number().describe('The best score any of them could have reached if complete and conforming'),
  median: z.number().describe('Their median share of useful tokens, to two decimals: a reference value to set'),
})

export type ChainEfficiency = z.infer<typeof chainEfficiency>

export const listChains = contract({
  name: 'chains.list',
  summary:
    'List chains with their versions, newest version first. Pass `cursor` from the last answer to continue with the next chains.',
  scope: 'read',
  target: 'GET /api/v1/chains',
  table: { name: 'chains', rows: 'chains', limit: 50 },
  input: z.strictObject({
    text: plainText(200).optional().describe('Words in the name, in any order'),
    chain: listOf(plainText(500)).describe('Chain names'),
    sort: z
      .enum(chainSorts)
      .default('name')
      .describe(
        'last_run: the latest first; runs: the most first; largest_drop: newest versions that are worse than the one before by the rule, then those whose confidence fell, then the others that are compared, each by the size of the drop',
      ),
    newest: queryFlag
      .default(false)
      .describe(
        `Only the newest version of each chain, the one it is judged by, instead of the highest ${viewedMost.listed}`,
      ),
    limit: queryInt(1, 50).default(50),
    cursor: z.string().max(2000).optional(),
  }),
  output: z.object({
    chains: z.array(chainView),
    total: z.number().nullable().describe('Chains that match; null on later pages'),
    drops: z
      .object({
        compared: z.number().describe('Chains whose newest version is compared with an earlier one'),
        worse: z.number().describe('Of these, worse by the rule or with less confidence, and not taken back'),
        confidenceCompared: z
          .number()
          .describe('Of these, how many had their confidence compared: those that ran last, if there are many'),
      })
      .nullable()
      .describe('Counts over all matching chains, on the first page by `largest_drop`; otherwise null'),
    next: z.string().nullable(),
  }),
})

export const getChain = contract({
  name: 'chains.get',
  summary:
    'Get one chain with its versions, newest version first. Pass `cursor` from the last answer to continue with the lower ones.',
  scope: 'read',
  target: 'GET /api/v1/chains/{chain}',
  table: { name: 'versions', rows: 'chain.versions', limit: viewedMost.versions },
  input: z.strictObject({
    chain: name,
    limit: queryInt(1, viewedMost.versions).default(viewedMost.versions),
    cursor: z.string().max(2000).optional(),
  }),
  output: z.object({
    chain: chainView,
    efficiencyLimit: chainEfficiency
      .nullable()
      .describe('Set if efficiency alone keeps every run below good; null otherwise, or if a reference is set'),
    /** Over all its live runs, without candidates. */
    shareGood: trueShareGood,
    next: z.string().nullable(),
  }),
})

export const putVersion = contract({
  name: 'chains.putVersion',
  summary:
    'Declare a chain version with its contract and criteria, before or after its first run. This does not publish it: in a chain with a published version it is a candidate.',
  scope: 'write',
  queues: true,
  target: 'POST /api/v1/chains/{chain}/versions',
  input: z.strictObject({
    chain: addressName(),
    version: addressName(),
    contract: outputContract.optional(),
    criteria: qualityCriteria.optional(),
  }),
  output: z.object({ chain: chainView }),
  examples: [
    {
      body: {
        version: '1.5.0',
        contract: {
          schema: { type: 'object', properties: { answer: { type: 'string', minLength: 1 } } },
          requiredOutputs: ['answer', 'sources'],
        },
        criteria: { required_fields: ['answer'], accuracy_threshold: 0.8 },
      },
    },
  ],
})

export const updateChain = contract({
  name: 'chains.update',
  summary: "Update a chain's scoring profile, attempts, regression threshold, live sample or gate deadline.",
  scope: 'admin',
  target: 'PATCH /api/v1/chains/{chain}',
  input: z.strictObject({
    chain: name,
    profile: profile.optional(),
    maxAttempts: z.number().int().min(1).max(1000).optional(),
    regressionThreshold: z.number().min(0).max(1).optional(),
    minLiveRuns: z.number().int().min(1).max(10_000).optional(),
    gateHours: z
      .number()
      .positive()
      .max(24 * 90)
      .optional(),
    gateQuorum: z.number().int().min(1).max(20).optional(),
  }),
  output: z.object({ chain: chainView, notes: z.array(z.string()).describe('What the change does not affect.') }),
  examples: [{ body: { regressionThreshold: 0.03, minLiveRuns: 10 } }],
})

export type ChainView = z.infer<typeof chainView>
export type VersionView = z.infer<typeof versionView>

/** `decides`: still a reviewer or admin. A listed person who has left cannot decide, but keeps the list from being empty. */
export const chainAuthority = gatePerson.extend({ decides: z.boolean() })

export const chainAuthorities = z.object({
  authorities: z.array(chainAuthority).describe('Who decides its gates, by name. Empty: every reviewer and admin.'),
  version: settingVersion,
})

export const getChainAuthorities = contract({
  name: 'chains.authorities',
  summary: 'List who decides the gates of a chain.',
  scope: 'read',
  target: 'GET /api/v1/chains/{chain}/authorities',
  input: z.strictObject({ chain: name }),
  output: chainAuthorities,
})

export const setChainAuthorities = contract({
  name: 'chains.setAuthorities',
  summary: 'Set who decides the gates of a chain, including open gates. An empty list means every reviewer and admin.',
  scope: 'admin',
  target: 'POST /api/v1/chains/{chain}/authorities',
  input: z.strictObject({
    chain: name,
    userIds: z.array(id).max(50).describe('Reviewers and admins of the project'),
    expected: expectedVersion,
  }),
  output: chainAuthorities,
})

export type ChainAuthority = z.infer<typeof chainAuthority>
