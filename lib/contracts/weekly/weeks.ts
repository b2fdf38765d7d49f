import { z } from 'zod'
import { contract } from '../contract'
import { id, isoTime, plainText, queryInt } from '../primitives'
import { actionStatuses } from '../vocabulary'
import { metricKinds, week, weeklyMetric, weeklyReport } from './report'

const status = z.enum(actionStatuses)

/** Something to be done, with who does it and by when. */
export const weeklyAction = z.object({
  id,
  week,
  text: z.string(),
  ownerId: id.nullable(),
  owner: z.string().nullable(),
  hasOwnerLeft: z.boolean().describe('The owner is no member of the project any more: somebody has to take it over.'),
  dueOn: z.iso.date().nullable(),
  status,
  metric: weeklyMetric.nullable().describe('What it is meant to move, with its value in the week it was written for.'),
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
  tag: 'weekly',
  summary: 'Actions written down for a week, oldest first, as they stand now.',
  scope: 'read',
  effects: [],
  method: 'GET',
  path,
  input: z.strictObject({ week }),
  output: z.object({ actions: z.array(weeklyAction) }),
})

export const addWeeklyAction = contract({
  name: 'weekly.addAction',
  tag: 'weekly',
  summary: 'Write down an action for a week, with its owner, its due date and what it is meant to move.',
  scope: 'write',
  effects: ['write'],
  method: 'POST',
  path,
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
      .describe('The number it is meant to move; the page of the next week says whether it did.'),
  }),
  output: z.object({ action: weeklyAction }),
})

export const updateWeeklyAction = contract({
  name: 'weekly.updateAction',
  tag: 'weekly',
  summary: 'Change the words, owner, due date or status of an action.',
  scope: 'write',
  effects: ['write'],
  method: 'PATCH',
  path: `${path}/{actionId}`,
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
  nextWeek: week.nullable().describe('Null: it has not begun.'),
  revision: z.number().int().nullable().describe('Null: a preview, not frozen.'),
  revisions: z.array(z.object({ revision: z.number().int(), madeAt: isoTime, madeBy: z.string() })),
  report: weeklyReport,
  lateRuns: z
    .number()
    .int()
    .describe('How many more runs the week has now than when the page was made; they are not on it.'),
  actions: z.array(weeklyAction).describe('Actions written down for this week, as they stand now.'),
  carried: z.array(weeklyAction).describe('The earlier actions of the page, as they stand now.'),
  markdown: z.string(),
  filename: z.string().describe('memory/YYYY-MM-DD.md, the Monday after the week.'),
  now: isoTime,
})

export const listWeeks = contract({
  name: 'weekly.list',
  tag: 'weekly',
  summary: 'Weeks that have a page, the newest first, and the week under way.',
  scope: 'read',
  effects: [],
  method: 'GET',
  path: '/api/v1/weekly',
  input: z.strictObject({ limit: queryInt(1, 200).default(53), before: week.optional() }),
  output: z.object({ current: week, weeks: z.array(weekRow), next: week.nullable() }),
})

export const getWeek = contract({
  name: 'weekly.get',
  tag: 'weekly',
  summary: 'The page of a week: frozen once it was made, a preview before. `revision` asks for an earlier one.',
  scope: 'read',
  effects: [],
  method: 'GET',
  path: '/api/v1/weekly/{week}',
  input: z.strictObject({ week, revision: queryInt(1, 1_000_000).optional() }),
  output: weeklyPage,
})

export const makeWeek = contract({
  name: 'weekly.make',
  tag: 'weekly',
  summary:
    'Make and freeze the page of a week that is over. It is made once; `replaces` makes a new revision of the one named.',
  scope: 'write',
  effects: ['write'],
  method: 'POST',
  path: '/api/v1/weekly/{week}',
  input: z.strictObject({
    week,
    replaces: z.number().int().min(1).optional().describe('The newest revision, to make another after it.'),
  }),
  output: z.object({ week, revision: z.number().int(), made: z.boolean().describe('False: it was there already.') }),
})

export type WeekRow = z.infer<typeof weekRow>
export type WeeklyPage = z.infer<typeof weeklyPage>
