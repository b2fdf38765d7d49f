import { z } from 'zod'
import { contract } from './contract'
import { bulkMost } from './limits'
import { id, isoTime, json, name, plainText, queryInt } from './primitives'
import { expectedVersion, settingVersion } from './setting-versions'
import { erasureStates, redactionKinds } from './vocabulary'

const days = z.int().min(1).max(3650).nullable()

/** How long runs are kept; null keeps them forever. */
export const retention = z.strictObject({
  contentDays: days.describe('Days after which the texts and payloads of a run are deleted; scores and counts stay'),
  runDays: days.describe('Days after which the whole run is deleted'),
})

const keyName = plainText(100).min(1)

/** What is removed from runs before anything is stored. */
export const redactionRules = z.strictObject({
  kinds: z.array(z.enum(redactionKinds)).max(redactionKinds.length).default([]),
  keys: z
    .array(keyName)
    .max(100)
    .default([])
    .describe('Field names at any depth, ignoring case: the whole value is replaced'),
  paths: z
    .array(plainText(300).min(1))
    .max(100)
    .default([])
    .describe(
      'Fields by their path in the run, as `metadata.customer.name` or `nodes.*.output.address`; `*` matches any one step',
    ),
  patterns: z
    .array(
      z.strictObject({
        name: z
          .string()
          .regex(/^[a-z0-9][a-z0-9 _-]{0,39}$/, 'small letters, digits, spaces and dashes only')
          .describe('Replacement for matches: [redacted: name]'),
        pattern: plainText(1000).min(1).describe('A regular expression, without look-behind or back-references'),
      }),
    )
    .max(50)
    .default([]),
})

export const erasureView = z.object({
  id,
  what: z.string().describe('What was requested to be deleted, as text'),
  status: z.enum(erasureStates),
  total: z.int(),
  done: z.int(),
  askedBy: z.string(),
  askedAt: isoTime,
  endedAt: isoTime.nullable(),
})

export const getData = contract({
  name: 'data.get',
  summary: 'Get how long runs are kept, what is redacted on arrival, and which deletions are running.',
  scope: 'admin',
  target: 'GET /api/v1/data',
  output: z.object({
    retention,
    redaction: redactionRules,
    versions: z.object({ retention: settingVersion, redaction: settingVersion }),
    erasures: z.array(erasureView).describe('The latest ten'),
    deletesAt: isoTime.nullable().describe('When the project will be deleted, if requested'),
    runs: z.int(),
  }),
})

export const putRetention = contract({
  name: 'data.putRetention',
  summary: 'Set how long runs and their texts are kept. Nothing is removed before the next cleanup, within the hour.',
  scope: 'admin',
  hints: { destructive: true, idempotent: true },
  target: 'POST /api/v1/data/retention',
  input: retention
    .extend({ expected: expectedVersion })
    .refine(({ contentDays, runDays }) => contentDays === null || runDays === null || contentDays < runDays, {
      path: ['contentDays'],
      error: 'must be less than the days after which the whole run is deleted',
    }),
  output: z.object({ retention, version: settingVersion }),
  examples: [{ body: { contentDays: 90, runDays: 365, expected: 0 } }],
})

export const previewRetention = contract({
  name: 'data.previewRetention',
  summary: 'Count the runs these limits would affect now. Changes nothing.',
  scope: 'admin',
  target: 'GET /api/v1/data/retention/preview',
  input: z.strictObject({
    contentDays: queryInt(1, 3650).optional(),
    runDays: queryInt(1, 3650).optional(),
  }),
  output: z.object({
    content: z.int().describe('Runs whose texts would be deleted'),
    runs: z.int().describe('Runs that would be deleted'),
    isExact: z.boolean().describe('False if counting stopped at 100,000'),
  }),
})

export const putRedaction = contract({
  name: 'data.putRedaction',
  summary: 'Set what is redacted from runs before they are stored. Runs already stored do not change.',
  scope: 'admin',
  hints: { idempotent: true },
  target: 'POST /api/v1/data/redaction',
  input: redactionRules.extend({ expected: expectedVersion }),
  output: z.object({ redaction: redactionRules, version: settingVersion }),
  examples: [
    { body: { kinds: ['email', 'card'], keys: ['password', 'authorization'], paths: [], patterns: [], expected: 0 } },
  ],
})

export const testRedaction = contract({
  name: 'data.testRedaction',
  summary: 'Apply redaction rules to a run without storing anything.',
  scope: 'read',
  effects: [],
  rate: 'quality',
  target: 'POST /api/v1/data/redaction/test',
  input: z.strictObject({ rules: redactionRules, body: json.describe('A run as it would be sent') }),
  output: z.object({
    body: json.describe('The run with all replacements'),
    replaced: z.int(),
    matches: z
      .array(z.object({ path: z.string(), rule: z.string(), times: z.int() }))
      .describe('Paths of the matches, at most 200'),
  }),
  examples: [{ body: { rules: { kinds: ['email'] }, body: { output: 'Write to ada@example.com' } } }],
})

export const deleteRuns = contract({
  name: 'runs.delete',
  summary:
    'Delete runs permanently, with all reviews and comments: up to 2,000 by id, or all of a version. Counts are updated; the audit log keeps who, when and which ids. Only a signed-in admin may.',
  scope: 'admin',
  hints: { destructive: true, idempotent: true },
  target: 'POST /api/v1/runs/delete',
  input: z.union([
    z.strictObject({ runIds: z.array(id).min(1).max(bulkMost.deleted) }),
    z.strictObject({ chain: name, version: plainText(100).min(1) }),
  ]),
  output: z.object({
    erasure: erasureView.describe('A small deletion is finished when this returns; a large one reports its progress'),
  }),
})

export const deleteProject = contract({
  name: 'projects.delete',
  summary:
    'Delete the project and everything in it, seven days from now. Until then it is hidden and read-only, and an admin can restore it.',
  scope: 'admin',
  hints: { destructive: true, idempotent: true },
  target: 'POST /api/v1/projects/current/deletion',
  input: z.strictObject({ name: name.describe("The project's name, typed exactly") }),
  output: z.object({ deletesAt: isoTime }),
})

export const restoreProject = contract({
  name: 'projects.restore',
  summary: 'Cancel the deletion of the project.',
  scope: 'admin',
  whileDeleting: true,
  hints: { idempotent: true },
  target: 'DELETE /api/v1/projects/current/deletion',
  output: z.object({ deletesAt: z.null() }),
})

export const personData = z.object({
  person: z.object({ id, name: z.string(), email: z.string().nullable(), createdAt: isoTime }),
  tables: z
    .record(z.string(), z.array(z.record(z.string(), json)))
    .describe('Rows that reference the person, by table'),
  isWhole: z.boolean().describe('Whether every row is included: at most 10,000 per table are'),
})

export const exportPerson = contract({
  name: 'members.export',
  summary: 'Export everything this project stores about a member, as JSON.',
  scope: 'admin',
  target: 'GET /api/v1/members/{userId}/data',
  input: z.strictObject({ userId: id }),
  output: personData,
})

export const erasePerson = contract({
  name: 'members.erase',
  summary:
    'Erase a person from the desk: name and address become "Removed person", sessions and keys end, verdicts stay as those of an anonymous reviewer. Only for people whose projects are all administered by the caller.',
  scope: 'admin',
  hints: { destructive: true },
  target: 'POST /api/v1/members/{userId}/erase',
  input: z.strictObject({ userId: id, name: plainText(200).describe("The person's name, typed exactly") }),
  output: z.object({ erased: z.literal(true) }),
})

export const exportAccount = contract({
  name: 'account.export',
  summary: 'Export everything the desk stores about the signed-in person, as JSON.',
  scope: 'session',
  target: 'GET /api/v1/account/data',
  output: personData,
})

export const eraseAccount = contract({
  name: 'account.erase',
  summary: 'Erase the signed-in person from the desk: verdicts stay, name and address are removed.',
  scope: 'session',
  hints: { destructive: true },
  target: 'POST /api/v1/account/erase',
  input: z.strictObject({ name: plainText(200).describe('Your name, typed exactly') }),
  output: z.object({ erased: z.literal(true) }),
})

export type Retention = z.output<typeof retention>
export type RedactionRules = z.output<typeof redactionRules>
export type ErasureView = z.infer<typeof erasureView>
export type PersonData = z.infer<typeof personData>
