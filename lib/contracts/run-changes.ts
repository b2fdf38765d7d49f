import { z } from 'zod'
import { contract } from './contract'
import { id, json, plainText, tagName } from './primitives'
import { runFilters, runRow } from './runs'

/** Runs of which tags are changed at once. */
export const MAX_TAGGED = 500

export const patchRun = contract({
  name: 'runs.patch',
  tag: 'runs',
  summary:
    'Add to what is known of a run: keys of its metadata (null removes one), and its tags, which become exactly these. No score moves.',
  scope: 'write',
  effects: ['write'],
  hints: { idempotent: true },
  method: 'PATCH',
  path: '/api/v1/runs/{runId}',
  input: z
    .strictObject({
      runId: plainText(200).min(1).describe("The run: the desk's id or the client's own"),
      metadata: z.record(z.string().max(200), json).optional(),
      tags: z.array(tagName).max(50).optional(),
    })
    .refine(({ metadata, tags }) => metadata !== undefined || tags !== undefined, {
      message: 'send metadata or tags',
      path: ['metadata'],
    }),
  output: z.object({ run: runRow, metadata: z.record(z.string(), json) }),
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
