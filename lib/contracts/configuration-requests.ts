import { z } from 'zod'
import { configuration, effectiveConfiguration } from './configuration'
import { contract } from './contract'
import { band, decision, grade, id, isoTime, json, name, plainText, profile, queryInt } from './primitives'
import { expectedVersion } from './setting-versions'

/** One level of configuration: its own values, the inherited ones, and the effective ones. */
export const configurationView = z.object({
  /** Null: the project's own level. */
  chain: z.string().nullable(),
  /** Number of the version in force; 0 if nothing was ever set. */
  number: z.number(),
  at: isoTime.nullable(),
  by: z.string().nullable(),
  comment: z.string().nullable(),
  own: configuration,
  /** The project's own values, to tell them apart from the defaults. */
  project: configuration,
  inherited: effectiveConfiguration,
  effective: effectiveConfiguration,
  /** Attempts per execution that follow from it. */
  maxAttempts: z.number(),
})

export const getConfiguration = contract({
  name: 'configuration.get',
  summary:
    'Get the configuration of the project or of a chain: its own values, the inherited ones, and the effective ones.',
  scope: 'read',
  target: 'GET /api/v1/configuration',
  input: z.strictObject({ chain: name.optional() }),
  output: z.object({ configuration: configurationView }),
})

export const putConfiguration = contract({
  name: 'configuration.put',
  summary: 'Replace the configuration of the project or of a chain. It applies to runs that arrive from then on.',
  scope: 'admin',
  target: 'POST /api/v1/configuration',
  input: z.strictObject({
    chain: name.optional(),
    /** The whole level; an omitted key is inherited. Accepts a gaff.json with its quality_assurance block unchanged. */
    config: configuration,
    expected: expectedVersion,
    comment: plainText(1000).optional(),
  }),
  output: z.object({ configuration: configurationView, notes: z.array(z.string()) }),
})

/** One differing value, by its path; absent on a side that does not set it. */
export const configurationChange = z.object({ path: z.string(), from: json.optional(), to: json.optional() })

export const configurationVersion = z.object({
  number: z.number(),
  by: z.string(),
  at: isoTime,
  comment: z.string().nullable(),
  config: configuration,
  /** Compared with the previous version. */
  changes: z.array(configurationChange),
})

export const listConfigurationVersions = contract({
  name: 'configuration.history',
  summary: 'List the versions of a configuration, newest first, with author and changes. Pass `next` back as `before`.',
  scope: 'read',
  target: 'GET /api/v1/configuration/history',
  input: z.strictObject({
    chain: name.optional(),
    before: queryInt(1, 2 ** 31 - 1).optional(),
    limit: queryInt(1, 200).default(50),
  }),
  output: z.object({ versions: z.array(configurationVersion), next: z.number().nullable() }),
})

export const MAX_PREVIEW_RUNS = 500

const runState = z.object({
  profile,
  quality: z.number().nullable(),
  grade: grade.nullable(),
  band: band.nullable(),
  confidence: z.number().nullable(),
  decision,
})

/** How many went from one step to another; only steps that differ. */
const moves = z.array(z.object({ from: z.string().nullable(), to: z.string().nullable(), count: z.number() }))

/** Scores on one side: the mean, and counts in 20 bins of .05 over [0, 1]. */
const side = z.object({ n: z.number(), mean: z.number().nullable(), histogram: z.array(z.number()).length(20) })

const verdictChange = z.object({
  chain: z.string(),
  version: z.string(),
  comparedWith: z.string().nullable(),
  delta: z.number().nullable(),
  from: z.string(),
  to: z.string(),
})

export const previewConfiguration = contract({
  name: 'configuration.preview',
  summary: 'Score the newest runs in memory under a proposed configuration and compare. Nothing is written.',
  scope: 'read',
  effects: [],
  queues: true,
  target: 'POST /api/v1/configuration/preview',
  input: z.strictObject({
    chain: name.optional(),
    config: configuration,
    runs: z.number().int().min(1).max(MAX_PREVIEW_RUNS).default(200),
  }),
  output: z.object({
    /** Runs evaluated, newest first, and how many of them could be compared. */
    runs: z.number(),
    compared: z.number(),
    /** Runs left out of the comparison, by reason. */
    notCompared: z.array(z.object({ reason: z.string(), count: z.number() })),
    before: side,
    after: side,
    /** Runs that differ in each respect; `any` counts a run once. */
    changed: z.object({
      any: z.number(),
      quality: z.number(),
      grade: z.number(),
      band: z.number(),
      confidence: z.number(),
      decision: z.number(),
    }),
    grades: moves,
    bands: moves,
    decisions: moves,
    /** The runs that change most, at most 100. */
    list: z.array(
      z.object({
        runId: id,
        id: z.string(),
        chain: z.string(),
        version: z.string(),
        before: runState,
        after: runState,
      }),
    ),
    /** Versions whose verdict would change on the same runs. */
    verdicts: z.array(verdictChange),
  }),
})

export type ConfigurationView = z.infer<typeof configurationView>
export type ConfigurationVersion = z.infer<typeof configurationVersion>
export type ConfigurationChange = z.infer<typeof configurationChange>
export type ConfigurationPreview = z.infer<typeof previewConfiguration.output>
