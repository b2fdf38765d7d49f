import { z } from 'zod'
import { contract } from '../contract'
import { isoTime, queryInt } from '../primitives'
import { weeklyAction } from './actions'
import { week, weeklyReport } from './report'

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
