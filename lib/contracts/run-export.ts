import { z } from 'zod'
import { contract } from './contract'
import { isoTime, json, queryFlag, queryInt, queryNumber, unit } from './primitives'
import { runDetail, scoreView, signalView } from './run-detail'
import { runFilters, runRow } from './runs'

/** The latest revision of one series, with the contribution of each factor. */
export const exportedScore = scoreView.omit({ factors: true, warnings: true }).extend({
  factors: z.array(z.object({ name: z.string(), weight: z.number(), value: z.number().nullable() })),
})

/** One run as one line: the list row, more facts, every series and every signal. No inputs or outputs. */
export const exportedRun = runRow.omit({ excerpt: true, askedBy: true }).extend({
  error: runDetail.shape.error,
  tokenCounts: runDetail.shape.tokens,
  startedAt: isoTime.nullable(),
  endedAt: isoTime.nullable(),
  receivedAt: isoTime,
  submittedVia: z.string(),
  metadata: z.record(z.string(), json).nullable(),
  tooLittleMeasured: z.boolean().describe('Too little was measured to judge the run by its quality'),
  scores: z.array(exportedScore),
  allSignals: z.array(signalView),
})

export const exportRuns = contract({
  name: 'runs.export',
  summary:
    'Export runs as rows for analysis, oldest first: facts, scores with their factors, confidence, signals and decision. Pass `cursor` from the last answer to continue. Over REST, `format=csv` or `jsonl` streams all rows.',
  scope: 'read',
  target: 'GET /api/v1/runs/export',
  table: { name: 'runs', rows: 'rows', limit: 200 },
  input: runFilters.extend({
    limit: queryInt(1, 500).default(100),
    cursor: z.string().max(500).optional(),
  }),
  output: z.object({ rows: z.array(exportedRun), next: z.string().nullable() }),
})

export type ExportedRun = z.infer<typeof exportedRun>

export const splits = ['train', 'val'] as const

const ofSplit = {
  valShare: queryNumber(unit)
    .default(0.2)
    .describe('Approximate share of the scenarios labelled "val"; those of one scenario are never split'),
  seed: queryInt(0, 4_294_967_295).default(0).describe('Seed of the split'),
}

/** One line of the export, with an additional column for every path of the requests and outputs. */
export const dspyExample = z.looseObject({
  score: z.number().describe("Quality by the chain's own profile, 0 to 1"),
  passed: z.boolean().describe('Completed, not blocked, and scored at least minScore'),
  feedback: z.string().describe("The reviewer's text; else the issues found, as a sentence; else empty"),
  decision: z.string().describe(`The desk's decision, including people: "accept" is safe to learn from`),
  chain: z.string(),
  chain_version: z.string(),
  scenario: z.string().describe('Empty if the run has none'),
  run_id: z.string(),
  split: z.enum(splits),
})

/** Streamed line by line, so that memory use does not depend on the size of the project. */
export const exportDspy = contract({
  name: 'runs.exportDspy',
  summary:
    'Export live runs as examples for DSPy: JSON lines, all with the same keys and types. Completed, unblocked runs that have a score, oldest first.',
  scope: 'read',
  streams: true,
  target: 'GET /api/v1/export/dspy',
  input: runFilters.pick({ chain: true, version: true, range: true, from: true, to: true }).extend({
    minScore: queryNumber(unit).default(0).describe('Minimum score, inclusive'),
    includeFailures: queryFlag
      .default(false)
      .describe('Include runs that failed, are blocked, or score less; `passed` tells them apart'),
    ...ofSplit,
  }),
  output: dspyExample,
})

export type DspyExportInput = z.output<typeof exportDspy.input>

/** One line of the export. Texts are as they were written; a request or an output that is no text is JSON. */
export const preference = z.object({
  prompt: z.string().describe('The request of both runs; empty if they came without one'),
  chosen: z.string().describe('The output that people found better'),
  rejected: z.string().describe('The other output'),
  chain: z.string(),
  scenario: z.string().describe('Empty if the pair has none'),
  chosen_version: z.string(),
  rejected_version: z.string(),
  chosen_run: z.string(),
  rejected_run: z.string(),
  verdicts: z.int().min(1).describe('People who judged the pair'),
  agreeing: z.int().min(1).describe('Of these, people who chose this side'),
  split: z.enum(splits),
})

export const exportPreferences = contract({
  name: 'runs.exportPreferences',
  summary:
    'Export the pairs that people judged blind as preferences, for DPO and the like: JSON lines of prompt, chosen and rejected. Without pairs that have no better side, lack an output, or were asked different things, and without those that the caller has still to answer.',
  scope: 'read',
  streams: true,
  target: 'GET /api/v1/export/preferences',
  input: runFilters.pick({ chain: true }).extend(ofSplit),
  output: preference,
})

export type Preference = z.infer<typeof preference>
export type PreferenceExportInput = z.output<typeof exportPreferences.input>
