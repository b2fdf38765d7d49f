import { z } from 'zod'
import { contract } from './contract'
import { id, isoTime, json, name, plainText, queryInt } from './primitives'
import { erasureStates, redactionKinds } from './vocabulary'

/** Runs that are named to be deleted at once. */
export const MAX_DELETED = 500

const days = z.int().min(1).max(3650).nullable()

/** How long runs are kept; null keeps them for good. */
export const retention = z.strictObject({
  contentDays: days.describe('After so many days the texts and payloads of a run go; its scores and counts stay'),
  runDays: days.describe('After so many days the whole run goes'),
})

const keyName = plainText(100).min(1)

/** What is taken out of runs before anything of them is stored. */
export const redactionRules = z.strictObject({
  kinds: z.array(z.enum(redactionKinds)).max(redactionKinds.length).default([]),
  keys: z
    .array(keyName)
    .max(100)
    .default([])
    .describe('Names of fields at any depth, whatever their letters’ case: the whole value is replaced'),
  paths: z
    .array(plainText(300).min(1))
    .max(100)
    .default([])
    .describe(
      'Fields by their path in the run, as `metadata.customer.name` or `nodes.*.output.address`; `*` is any one step',
    ),
  patterns: z
    .array(
      z.strictObject({
        name: z
          .string()
          .regex(/^[a-z0-9][a-z0-9 _-]{0,39}$/, 'small letters, digits, spaces and dashes only')
          .describe('Stands in the place of what is found: [redacted: name]'),
        pattern: plainText(1000).min(1).describe('A regular expression, without look-behind or back-references'),
      }),
    )
    .max(50)
    .default([]),
})

export const erasureView = z.object({
  id,
  what: z.string().describe('What was asked to be deleted, in words'),
  status: z.enum(erasureStates),
  total: z.int(),
  done: z.int(),
  askedBy: z.string(),
  askedAt: isoTime,
  endedAt: isoTime.nullable(),
})

export const getData = contract({
  name: 'data.get',
  tag: 'data',
  summary: 'How long runs are kept, what is taken out of them as they arrive, and what is being deleted.',
  scope: 'admin',
  effects: [],
  method: 'GET',
  path: '/api/v1/data',
  input: z.strictObject({}),
  output: z.object({
    retention,
    redaction: redactionRules,
    erasures: z.array(erasureView).describe('The latest ten'),
    deletesAt: isoTime.nullable().describe('From when the project is removed, where that was asked for'),
    runs: z.int(),
  }),
})

export const putRetention = contract({
  name: 'data.putRetention',
  tag: 'data',
  summary: 'Say how long runs and their texts are kept. Nothing is removed before the next round, within the hour.',
  scope: 'admin',
  effects: ['write'],
  hints: { destructive: true, idempotent: true },
  method: 'POST',
  path: '/api/v1/data/retention',
  input: retention
    .extend({})
    .refine(({ contentDays, runDays }) => contentDays === null || runDays === null || contentDays < runDays, {
      path: ['contentDays'],
      message: 'must be less than the days after which the whole run goes',
    }),
  output: z.object({ retention }),
  examples: [{ body: { contentDays: 90, runDays: 365 } }],
})

export const previewRetention = contract({
  name: 'data.previewRetention',
  tag: 'data',
  summary: 'How many runs these limits would touch now. Changes nothing.',
  scope: 'admin',
  effects: [],
  method: 'GET',
  path: '/api/v1/data/retention/preview',
  input: z.strictObject({
    contentDays: queryInt(1, 3650).optional(),
    runDays: queryInt(1, 3650).optional(),
  }),
  output: z.object({
    content: z.int().describe('Runs whose texts would go'),
    runs: z.int().describe('Runs that would go'),
    isExact: z.boolean().describe('Counted up to 100,000'),
  }),
})

export const putRedaction = contract({
  name: 'data.putRedaction',
  tag: 'data',
  summary: 'Say what is taken out of runs before they are stored. What is stored already stays as it is.',
  scope: 'admin',
  effects: ['write'],
  hints: { idempotent: true },
  method: 'POST',
  path: '/api/v1/data/redaction',
  input: redactionRules.extend({}),
  output: z.object({ redaction: redactionRules }),
  examples: [{ body: { kinds: ['email', 'card'], keys: ['password', 'authorization'], paths: [], patterns: [] } }],
})

export const testRedaction = contract({
  name: 'data.testRedaction',
  tag: 'data',
  summary: 'What these rules would make of a run. Nothing is stored.',
  scope: 'read',
  effects: [],
  rate: 'quality',
  method: 'POST',
  path: '/api/v1/data/redaction/test',
  input: z.strictObject({ rules: redactionRules, body: json.describe('A run as it would be sent') }),
  output: z.object({
    body: json.describe('The same with everything replaced'),
    replaced: z.int(),
    matches: z
      .array(z.object({ path: z.string(), rule: z.string(), times: z.int() }))
      .describe('Where something was found, at most 200 places'),
  }),
  examples: [{ body: { rules: { kinds: ['email'] }, body: { output: 'Write to ada@example.com' } } }],
})

export const deleteRuns = contract({
  name: 'runs.delete',
  tag: 'runs',
  summary:
    'Delete runs for good, with everything that was said of them: up to 500 by id, or all of a version. Counts follow; the audit log keeps who, when and which ids. Only a signed-in admin may.',
  scope: 'admin',
  effects: ['write'],
  hints: { destructive: true, idempotent: true },
  method: 'POST',
  path: '/api/v1/runs/delete',
  input: z.union([
    z.strictObject({ runIds: z.array(id).min(1).max(MAX_DELETED) }),
    z.strictObject({ chain: name, version: plainText(100).min(1) }),
  ]),
  output: z.object({
    erasure: erasureView.describe('Few runs are gone when this answers; of many it tells how far the work is'),
  }),
})

export const deleteProject = contract({
  name: 'projects.delete',
  tag: 'projects',
  summary:
    'Delete the project with all that is in it, seven days from now. Until then it is hidden and read-only, and an admin can undo it.',
  scope: 'admin',
  effects: ['write'],
  hints: { destructive: true, idempotent: true },
  method: 'POST',
  path: '/api/v1/projects/current/deletion',
  input: z.strictObject({ name: name.describe("The project's name, typed as it is written") }),
  output: z.object({ deletesAt: isoTime }),
})

export const restoreProject = contract({
  name: 'projects.restore',
  tag: 'projects',
  summary: 'Take the deletion of the project back.',
  scope: 'admin',
  effects: ['write'],
  whileDeleting: true,
  hints: { idempotent: true },
  method: 'DELETE',
  path: '/api/v1/projects/current/deletion',
  input: z.strictObject({}),
  output: z.object({ deletesAt: z.null() }),
})

export const personData = z.object({
  person: z.object({ id, name: z.string(), email: z.string().nullable(), createdAt: isoTime }),
  tables: z.record(z.string(), z.array(z.record(z.string(), json))).describe('Rows that name the person, by table'),
  isWhole: z.boolean().describe('Whether every row is there: at most 10,000 of a table are'),
})

export const exportPerson = contract({
  name: 'members.export',
  tag: 'members',
  summary: 'Everything this project holds about a member, as JSON.',
  scope: 'admin',
  effects: [],
  method: 'GET',
  path: '/api/v1/members/{userId}/data',
  input: z.strictObject({ userId: id }),
  output: personData,
})

export const erasePerson = contract({
  name: 'members.erase',
  tag: 'members',
  summary:
    'Remove a person from the desk: name and address become "Removed person", sessions and keys end, verdicts stay as those of an anonymous reviewer. For people who are members of projects of this admin alone.',
  scope: 'admin',
  effects: ['write'],
  hints: { destructive: true },
  method: 'POST',
  path: '/api/v1/members/{userId}/erase',
  input: z.strictObject({ userId: id, name: plainText(200).describe("The person's name, typed as it is written") }),
  output: z.object({ erased: z.literal(true) }),
})

export const exportAccount = contract({
  name: 'account.export',
  tag: 'account',
  summary: 'Everything the desk holds about the signed-in person, as JSON.',
  scope: 'session',
  effects: [],
  method: 'GET',
  path: '/api/v1/account/data',
  input: z.strictObject({}),
  output: personData,
})

export const eraseAccount = contract({
  name: 'account.erase',
  tag: 'account',
  summary: 'Remove the signed-in person from the desk, as an admin can: verdicts stay, name and address go.',
  scope: 'session',
  effects: ['write'],
  hints: { destructive: true },
  method: 'POST',
  path: '/api/v1/account/erase',
  input: z.strictObject({ name: plainText(200).describe('Your name, typed as it is written') }),
  output: z.object({ erased: z.literal(true) }),
})

export type Retention = z.output<typeof retention>
export type RedactionRules = z.output<typeof redactionRules>
export type ErasureView = z.infer<typeof erasureView>
export type RedactionTest = z.infer<typeof testRedaction.output>
export type PersonData = z.infer<typeof personData>
