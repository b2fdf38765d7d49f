import { z } from 'zod'
import { RUN_BODY } from './body-limits'
import { contract } from './contract'
import { bulkMost } from './limits'
import { id, isoTime, json, plainText, tagName } from './primitives'
import { runError } from './run-input'
import { runFilters, runRow } from './runs'
import { finishedStatuses } from './vocabulary'

export const patchRun = contract({
  name: 'runs.patch',
  summary:
    'Update a run: merge metadata keys (null removes one) and replace its tags. A running run can also be given its output and end; it is then scored and decided.',
  scope: 'write',
  hints: { idempotent: true },
  body: RUN_BODY,
  exact: ['metadata', 'output'],
  target: 'PATCH /api/v1/runs/{runId}',
  input: z
    .strictObject({
      runId: plainText(200).min(1).describe("The run: the desk's id or the client's own"),
      metadata: z.record(z.string().max(200), json).optional(),
      tags: z.array(tagName).max(50).optional(),
      status: z
        .enum(finishedStatuses, {
          error: `must be a final status: ${finishedStatuses.join(', ')}`,
        })
        .optional()
        .describe('Final status; only while it is running.'),
      output: json.optional().describe('The output; only while it is running.'),
      error: runError.optional().describe('Why it failed; only while it is running.'),
      endedAt: isoTime.optional().describe('When it ended; only while it is running.'),
    })
    .refine(({ runId: _, ...changes }) => Object.values(changes).some((value) => value !== undefined), {
      error: 'send metadata, tags, status, output or endedAt',
      path: ['metadata'],
    }),
  output: z.object({ run: runRow, metadata: z.record(z.string(), json) }),
  examples: [
    {
      body: { status: 'completed', output: { answer: 'Choose Reset password.' }, endedAt: '2026-11-22T10:00:00Z' },
    },
  ],
})

export const tagRuns = contract({
  name: 'runs.tag',
  summary: 'Add and remove tags on up to 500 runs in one call. Tags already present do not change.',
  scope: 'write',
  hints: { idempotent: true },
  target: 'POST /api/v1/runs/tags',
  input: z.strictObject({
    runIds: z.array(id).min(1).max(bulkMost.tagged),
    add: z.array(tagName).max(20).default([]),
    remove: z.array(tagName).max(20).default([]),
  }),
  output: z.object({ changed: z.int().describe('Runs whose tags changed') }),
})

export const countRuns = contract({
  name: 'runs.count',
  summary: 'Count the runs that match the filters: exact up to 10,000 and without filters, otherwise estimated.',
  scope: 'read',
  target: 'GET /api/v1/runs/count',
  input: runFilters.extend({}),
  output: z.object({ count: z.int(), isExact: z.boolean() }),
})
