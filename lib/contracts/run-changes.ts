import { z } from 'zod'
import { RUN_BODY } from './body-limits'
import { contract } from './contract'
import { id, isoTime, json, plainText, tagName } from './primitives'
import { finishedStatuses, runError } from './run-input'
import { runFilters, runRow } from './runs'

/** Runs of which tags are changed at once. */
export const MAX_TAGGED = 500

export const patchRun = contract({
  name: 'runs.patch',
  tag: 'runs',
  summary:
    'Add to what is known of a run: keys of its metadata (null removes one), and its tags, which become exactly these. A run that is running can be given its output and its end: then it is scored and decided.',
  scope: 'write',
  effects: ['write'],
  hints: { idempotent: true },
  body: RUN_BODY,
  method: 'PATCH',
  path: '/api/v1/runs/{runId}',
  input: z
    .strictObject({
      runId: plainText(200).min(1).describe("The run: the desk's id or the client's own"),
      metadata: z.record(z.string().max(200), json).optional(),
      tags: z.array(tagName).max(50).optional(),
      status: z
        .enum(finishedStatuses, {
          error: `must be ${finishedStatuses.join(', ')}: what became of the run`,
        })
        .optional()
        .describe('What became of it; only while it is running.'),
      output: json.optional().describe('What came out; only while it is running.'),
      error: runError.optional().describe('Why it failed; only while it is running.'),
      endedAt: isoTime.optional().describe('When it ended; only while it is running.'),
    })
    .refine(({ runId: _, ...told }) => Object.values(told).some((value) => value !== undefined), {
      message: 'send metadata, tags, status, output or endedAt',
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
  tag: 'runs',
  summary: 'Add and remove tags of up to 500 runs at once. What a run has already stays as it is.',
  scope: 'write',
  effects: ['write'],
  hints: { idempotent: true },
  method: 'POST',
  path: '/api/v1/runs/tags',
  input: z.strictObject({
    runIds: z.array(id).min(1).max(MAX_TAGGED),
    add: z.array(tagName).max(20).default([]),
    remove: z.array(tagName).max(20).default([]),
  }),
  output: z.object({ changed: z.int().describe('Runs whose tags are not what they were') }),
})

export const countRuns = contract({
  name: 'runs.count',
  tag: 'runs',
  summary: 'How many runs fit the filters: exact up to 10,000 and without filters, else about.',
  scope: 'read',
  effects: [],
  method: 'GET',
  path: '/api/v1/runs/count',
  input: runFilters.extend({}),
  output: z.object({ count: z.int(), isExact: z.boolean() }),
})
