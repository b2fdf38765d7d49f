import { z } from 'zod'
import { contract } from '../contract'
import { id, isoTime, plainText } from '../primitives'
import { actionStatuses } from '../vocabulary'
import { metricKinds, week, weeklyMetric } from './report'

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
