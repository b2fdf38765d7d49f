import { z } from 'zod'
import { contract } from '../contract'
import { id, isoTime, plainText, queryInt } from '../primitives'
import { actionStatuses } from '../vocabulary'
import { metricKinds, week, weeklyMetric, weeklyReport } from './report'

const status = z.enum(actionStatuses)

/** An action with owner and due date. */
export const weeklyAction = z.object({
  id,
  week,
  text: z.string(),
  ownerId: id.nullable(),
  owner: z.string().nullable(),
  hasOwnerLeft: z.boolean().describe('The owner has left the project: it needs a new owner.'),
  dueOn: z.iso.date().nullable(),
  status,
  metric: weeklyMetric.nullable().describe('The metric it should move, with its value in the week it was written for.'),
  createdBy: z.string(),
  createdAt: isoTime,
  closedAt: isoTime.nullable(),
})

const text = plainText(2000).min(1)
const ownerId = id.nullable().describe('A member of the project.')
const dueOn = z.iso.date().nullable()
const path = '/api/v1/weekly/{week}/actions'

export const listWeeklyActions = contract({
  name: 'weekly.listActions',
  summary: 'List the actions of a week, oldest first, with their current state.',
  scope: 'read',
  target: `GET ${path}`,
  input: z.strictObject({ week }),
  output: z.object({ actions: z.array(weeklyAction) }),
})

export const addWeeklyAction = contract({
  name: 'weekly.addAction',
  summary: 'Add an action to a week, with its owner, due date and the metric it should move.',
  scope: 'write',
  target: `POST ${path}`,
  status: 201,
  input: z.strictObject({
    week,
    text,
    ownerId: ownerId.default(null),
    dueOn: dueOn.default(null),
    metric: z
      .strictObject({ kind: z.enum(metricKinds), chain: plainText(500).min(1).nullable().default(null) })
      .nullable()
      .default(null)
      .describe('The metric it should move; the page of the next week reports whether it did.'),
  }),
  output: z.object({ action: weeklyAction }),
})

export const updateWeeklyAction = contract({
  name: 'weekly.updateAction',
  summary: 'Change the text, owner, due date or status of an action.',
  scope: 'write',
  target: `PATCH ${path}/{actionId}`,
  input: z.strictObject({
    week,
    actionId: id,
    text: text.optional(),
    ownerId: ownerId.optional(),
    dueOn: dueOn.optional(),
    status: status.optional(),
  }),
  output: z.object({ action: weeklyAction }),
})

export type WeeklyAction = z.infer<typeof weeklyAction>
export type ActionStatus = (typeof actionStatuses)[number]

export const weekRow = z.object({
  week,
  from: isoTime,
  to: isoTime,
  revision: z.number().int().describe('The newest.'),
  madeAt: isoTime,
  madeBy: z.string(),
  runs: z.number().int(),
  headline: z.string(),
})

export const weeklyPage = z.object({
  week,
  previousWeek: week.nullable().describe('Null: before the first run of the project.'),
  nextWeek: week.nullable().describe('Null: it has not started.'),
  revision: z.number().int().nullable().describe('Null: a preview, not frozen.'),
  revisions: z.array(z.object({ revision: z.number().int(), madeAt: isoTime, madeBy: z.string() })),
  report: weeklyReport,
  lateRuns: z
    .number()
    .int()
    .describe(
      'Runs of the week that arrived after the page was created and are not on it; negative if runs were removed.',
    ),
  actions: z.array(weeklyAction).describe('Actions of this week, with their current state.'),
  carried: z.array(weeklyAction).describe('The earlier actions of the page, with their current state.'),
  markdown: z.string(),
  filename: z.string().describe('memory/YYYY-MM-DD.md, the Monday after the week.'),
  now: isoTime.describe('When the page was read; of the preview of many chains, when it was made'),
})

export const listWeeks = contract({
  name: 'weekly.list',
  summary: 'List the weeks that have a page, newest first, and the current week.',
  scope: 'read',
  target: 'GET /api/v1/weekly',
  input: z.strictObject({ limit: queryInt(1, 200).default(53), before: week.optional() }),
  output: z.object({ current: week, weeks: z.array(weekRow), next: week.nullable() }),
})

export const getWeek = contract({
  name: 'weekly.get',
  summary: 'Get the page of a week: frozen once created, a preview before. `revision` selects an earlier one.',
  scope: 'read',
  target: 'GET /api/v1/weekly/{week}',
  input: z.strictObject({ week, revision: queryInt(1, 1_000_000).optional() }),
  output: weeklyPage,
})

export const makeWeek = contract({
  name: 'weekly.make',
  summary:
    'Create and freeze the page of a finished week. Idempotent; `replaces` creates a new revision after the one named.',
  scope: 'write',
  target: 'POST /api/v1/weekly/{week}',
  input: z.strictObject({
    week,
    replaces: z.number().int().min(1).optional().describe('The newest revision, to create another after it.'),
  }),
  output: z.object({ week, revision: z.number().int(), made: z.boolean().describe('False: it already existed.') }),
})

export type WeeklyPage = z.infer<typeof weeklyPage>
