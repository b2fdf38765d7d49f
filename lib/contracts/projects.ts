import { z } from 'zod'
import { contract } from './contract'
import { id, isoTime, listOf, name, plainText, queryFlag, queryInt } from './primitives'
import { roles } from './vocabulary'

export const role = z.enum(roles)
export const slug = z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/, 'small letters, digits and dashes only')

export const timeZone = z.string().max(64).refine(isTimeZone, 'not a time zone such as Europe/Berlin')

/** `role` is that of the caller. */
export const projectView = z.object({
  slug: z.string(),
  name: z.string(),
  timeZone: z.string(),
  quietMinutes: z.int().describe('Minutes to wait for the rest of an unfinished trace'),
  role,
  createdAt: isoTime,
  deletesAt: isoTime.nullable().describe('When it will be deleted, if requested; until then only its admins see it'),
})
export const memberView = z.object({
  userId: id,
  email: z.string().nullable().describe('null once another person has verified ownership of the address'),
  isEmailVerified: z.boolean().describe('Whether this person has verified ownership of the address'),
  name: z.string(),
  isYou: z.boolean().describe('Whether this person is the caller'),
  role,
  createdAt: isoTime,
})
export const keyView = z.object({
  id,
  name: z.string(),
  prefix: z.string(),
  scopes: z.array(z.enum(['read', 'write'])),
  createdAt: isoTime,
  /** Null for the key of the first start, which nobody made. A key outlives the membership of who made it. */
  madeBy: z.object({ userId: id, name: z.string(), isMember: z.boolean() }).nullable(),
  lastUsedAt: isoTime.nullable(),
  /** Null for a key that never expires. */
  expiresAt: isoTime.nullable(),
  isExpired: z.boolean(),
  revokedAt: isoTime.nullable(),
})

export const listProjects = contract({
  name: 'projects.list',
  summary:
    'List the projects of the signed-in person by name, numbers in it by their value. Pass `cursor` from the last answer to continue.',
  scope: 'session',
  target: 'GET /api/v1/projects',
  input: z.strictObject({
    text: plainText(200).optional().describe('Words of the name or address, in any order'),
    include: listOf(slug, 20).describe(
      'Addresses of projects that are among the first although others come before; they come again in their place',
    ),
    limit: queryInt(1, 100).default(50),
    cursor: z.string().max(2000).optional(),
  }),
  output: z.object({
    projects: z.array(projectView),
    more: z.boolean().describe('Whether there are others'),
    next: z.string().nullable(),
  }),
})

export const createProject = contract({
  name: 'projects.create',
  summary: 'Create a project. The caller becomes its admin.',
  scope: 'session',
  target: 'POST /api/v1/projects',
  status: 201,
  input: z.strictObject({ slug, name }),
  output: z.object({ project: projectView }),
  examples: [{ body: { slug: 'support', name: 'Support' } }],
})

export const updateProject = contract({
  name: 'projects.update',
  summary:
    'Rename the project, change the time zone of its weeks and of what is due today, or set how long to wait for an unfinished trace.',
  scope: 'admin',
  target: 'PATCH /api/v1/projects/current',
  input: z.strictObject({
    name: name.optional(),
    timeZone: timeZone.optional(),
    quietMinutes: z
      .int()
      .min(0)
      .max(1440)
      .optional()
      .describe('Minutes without new spans after which an unfinished trace is judged as it is; 0 does not wait.'),
  }),
  output: z.object({ project: projectView }),
  examples: [{ body: { timeZone: 'Europe/Berlin' } }],
})

/** Counts for the page frame: only work that waits for a person. */
export const getProjectStatus = contract({
  name: 'projects.status',
  summary: 'Get the counts of work that waits for a person, and whether any run has ever arrived.',
  scope: 'read',
  target: 'GET /api/v1/status',
  output: z.object({
    pendingGates: z.number(),
    nextDeadlineAt: isoTime.nullable(),
    reviews: z.number().describe('Runs waiting for a review by the caller; at most 100 are counted'),
    flaggedRuns: z.number(),
    deadLetters: z.number().describe('Pending dead letters without an automatic retry'),
    week: z.string().describe('The newest week that has a page; before the first, the current week.'),
    anyRun: z.boolean(),
    latestRunId: id.nullable(),
  }),
})

export const listMembers = contract({
  name: 'members.list',
  summary: 'List the members of the project by name, with their roles.',
  scope: 'read',
  target: 'GET /api/v1/members',
  input: z.strictObject({
    text: plainText(200).optional().describe('Words of the name or e-mail, in any order'),
    deciders: queryFlag.default(false).describe('Only who may decide: reviewers and admins'),
    userIds: listOf(id).describe('Only these people, if they are members'),
    limit: queryInt(1, 200)
      .optional()
      .describe('Maximum number: the caller and those whose name begins with `text` before others. All if omitted.'),
    cursor: z.string().max(2000).optional().describe('The `next` of the page before'),
  }),
  output: z.object({
    members: z.array(memberView),
    count: z.number().int().describe('How many there are in all'),
    next: z.string().nullable().describe('The cursor of the others; null if there are none'),
  }),
})

export const updateMember = contract({
  name: 'members.update',
  summary: 'Change the role of a member. The last admin cannot be demoted.',
  scope: 'admin',
  target: 'PATCH /api/v1/members/{userId}',
  input: z.strictObject({ userId: id, role }),
  output: z.object({ member: memberView }),
  examples: [{ body: { role: 'reviewer' } }],
})

export const removeMember = contract({
  name: 'members.remove',
  summary: 'Remove a member from the project. The last admin cannot be removed.',
  scope: 'admin',
  target: 'DELETE /api/v1/members/{userId}',
  input: z.strictObject({ userId: id }),
  output: z.object({ removed: z.literal(true) }),
})

export const listKeys = contract({
  name: 'keys.list',
  summary: 'List API keys by prefix. The secret itself is shown only when the key is created.',
  scope: 'admin',
  target: 'GET /api/v1/keys',
  output: z.object({ keys: z.array(keyView) }),
})

/** Keys read and write; a key can never decide. */
export const createKey = contract({
  name: 'keys.create',
  summary: 'Create an API key. The answer contains the secret, which is not stored.',
  scope: 'admin',
  target: 'POST /api/v1/keys',
  status: 201,
  input: z.strictObject({
    name,
    scopes: z
      .array(z.enum(['read', 'write']))
      .min(1)
      .max(2)
      .default(['read', 'write']),
    expiresInDays: z.int().min(1).max(3650).optional().describe('Left out: the key never expires.'),
  }),
  output: z.object({ key: keyView, secret: z.string() }),
  examples: [{ body: { name: 'nightly evaluation', scopes: ['write'], expiresInDays: 90 } }],
})

export const revokeKey = contract({
  name: 'keys.revoke',
  summary: 'Revoke an API key immediately.',
  scope: 'admin',
  target: 'DELETE /api/v1/keys/{keyId}',
  input: z.strictObject({ keyId: id }),
  output: z.object({ key: keyView }),
})

export const loadSample = contract({
  name: 'sample.load',
  summary: 'Run the built-in sample chains and ingest their runs like any others.',
  scope: 'admin',
  target: 'POST /api/v1/sample',
  status: 202,
  output: z.object({ started: z.literal(true) }),
  examples: [{ body: {} }],
})

export type Role = z.infer<typeof role>
export type ProjectView = z.infer<typeof projectView>
export type MemberView = z.infer<typeof memberView>
export type KeyView = z.infer<typeof keyView>

/** Offsets such as +05:00 are none: they know no summer time, and not every runtime reads them. */
function isTimeZone(value: string): boolean {
  if (/^[+-]/.test(value)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
