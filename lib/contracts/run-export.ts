import { z } from 'zod'
import { contract } from './contract'
import { isoTime, json, queryInt } from './primitives'
import { runDetail, scoreView, signalView } from './run-detail'
import { runFilters, runRow } from './runs'

/** The latest revision of one series, with what each factor counted. */
export const exportedScore = scoreView.omit({ factors: true, warnings: true }).extend({
  factors: z.array(z.object({ name: z.string(), weight: z.number(), value: z.number().nullable() })),
})

/** One run as one line: the row of the list, the facts beside it, every series and every signal. No inputs or outputs. */
export const exportedRun = runRow.extend({
  error: runDetail.shape.error,
  tokenCounts: runDetail.shape.tokens,
  startedAt: isoTime.nullable(),
  endedAt: isoTime.nullable(),
  receivedAt: isoTime,
  submittedVia: z.string(),
  metadata: z.record(z.string(), json).nullable(),
  scores: z.array(exportedScore),
  allSignals: z.array(signalView),
})

export const exportRuns = contract({
  name: 'runs.export',
  tag: 'runs',
  summary:
    'Runs as rows for analysis, oldest first: facts, scores with their factors, confidence, signals and decision. Pass `cursor` from the last answer to go on; write each row as a line to get JSON lines.',
  scope: 'read',
  effects: [],
  method: 'GET',
  path: '/api/v1/runs/export',
  input: runFilters.extend({
    limit: queryInt(1, 500).default(100),
    cursor: z.string().max(500).optional(),
  }),
  output: z.object({ rows: z.array(exportedRun), next: z.string().nullable() }),
})

export type ExportedRun = z.infer<typeof exportedRun>
