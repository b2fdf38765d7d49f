import { z } from 'zod'
import { contract } from './contract'
import { id, isoTime, name } from './primitives'
import { roles } from './vocabulary'

export const role = z.enum(roles)
export const slug = z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/, 'small letters, digits and dashes only')

export const timeZone = z.string().max(64).refine(isTimeZone, 'not a time zone such as Europe/Berlin')

/** `role` is that of the person who asks. */
export const projectView = z.object({
  slug: z.string(),
  name: z.string(),
  timeZone: z.string(),
  quietMinutes: z.int().describe('How long a trace without its end is waited for'),
  role,
  createdAt: isoTime,
  deletesAt: isoTime
    .nullable()
    .describe('From when it is removed, where that was asked for; only its admins see it then'),
})
export const memberView = z.object({
  userId: id,
  email: z.string().nullable().describe('null once somebody else has proven that the address is theirs'),
  isEmailVerified: z.boolean().describe('Whether this person has proven that the address is theirs'),
  name: z.string(),
  role,
  createdAt: isoTime,
})
export const keyView = z.object({
  id,
  name: z.string(),
  prefix: z.string(),
  scopes: z.array(z.enum(['read', 'write'])),
  createdAt: isoTime,
  lastUsedAt: isoTime.nullable(),
  revokedAt: isoTime.nullable(),
})

export const listProjects = contract({
  name: 'projects.list',
  tag: 'projects',
  summary: 'The projects the signed-in person belongs to.',
  scope: 'session',
  effects: [],
  method: 'GET',
  path: '/api/v1/projects',
  input: z.strictObject({}),
  output: z.object({ projects: z.array(projectView) }),
})

export const createProject = contract({
  name: 'projects.create',
  tag: 'projects',
  summary: 'Create a project; its maker becomes its admin.',
  scope: 'session',
  effects: ['write'],
  method: 'POST',
  path: '/api/v1/projects',
  status: 201,
  input: z.strictObject({ slug, name }),
  output: z.object({ project: projectView }),
  examples: [{ body: { slug: 'support', name: 'Support' } }],
})

export const updateProject = contract({
  name: 'projects.update',
  tag: 'projects',
  summary:
    'Rename the project, or change the time zone its days begin in, and how long an unfinished trace is waited for.',
  scope: 'admin',
  effects: ['write'],
  method: 'PATCH',
  path: '/api/v1/projects/current',
  input: z.strictObject({
    name: name.optional(),
    timeZone: timeZone.optional(),
    quietMinutes: z
      .int()
      .min(0)
      .max(1440)
      .optional()
      .describe(
        'Minutes without news after which a trace without its end is judged by what has come; 0 to wait for nothing.',
      ),
  }),
  output: z.object({ project: projectView }),
  examples: [{ body: { timeZone: 'Europe/Berlin' } }],
})

/** What the frame shows everywhere: only what waits for a person is counted. */
export const getProjectStatus = contract({
  name: 'projects.status',
  tag: 'projects',
  summary: 'Counts of what waits for a person, and whether any run has ever arrived.',
  scope: 'read',
  effects: [],
  method: 'GET',
  path: '/api/v1/status',
  input: z.strictObject({}),
  output: z.object({
    pendingGates: z.number(),
    nextDeadlineAt: isoTime.nullable(),
    reviews: z.number().describe('Runs that wait for a review by who asks; at most 100 are counted'),
    flaggedRuns: z.number(),
    deadLetters: z.number().describe('Pending dead letters that no retry comes to by itself'),
    week: z.string().describe('The newest week that has a page; before the first, the week under way.'),
    anyRun: z.boolean(),
    latestRunId: id.nullable(),
  }),
})

export const listMembers = contract({
  name: 'members.list',
  tag: 'members',
  summary: 'Who belongs to the project, and as what.',
  scope: 'read',
  effects: [],
  method: 'GET',
  path: '/api/v1/members',
  input: z.strictObject({}),
  output: z.object({ members: z.array(memberView) }),
})

export const updateMember = contract({
  name: 'members.update',
  tag: 'members',
  summary: 'Change the role of a member. The last admin stays one.',
  scope: 'admin',
  effects: ['write'],
  method: 'PATCH',
  path: '/api/v1/members/{userId}',
  input: z.strictObject({ userId: id, role }),
  output: z.object({ member: memberView }),
  examples: [{ body: { role: 'reviewer' } }],
})

export const removeMember = contract({
  name: 'members.remove',
  tag: 'members',
  summary: 'Take a person out of the project. The last admin stays.',
  scope: 'admin',
  effects: ['write'],
  method: 'DELETE',
  path: '/api/v1/members/{userId}',
  input: z.strictObject({ userId: id }),
  output: z.object({ removed: z.literal(true) }),
})

export const listKeys = contract({
  name: 'keys.list',
  tag: 'keys',
  summary: 'API keys by prefix. The secret itself is shown once, when it is made.',
  scope: 'admin',
  effects: [],
  method: 'GET',
  path: '/api/v1/keys',
  input: z.strictObject({}),
  output: z.object({ keys: z.array(keyView) }),
})

/** Keys read and write; no key ever decides. */
export const createKey = contract({
  name: 'keys.create',
  tag: 'keys',
  summary: 'Create an API key. The answer holds the secret; it is not kept.',
  scope: 'admin',
  effects: ['write'],
  method: 'POST',
  path: '/api/v1/keys',
  status: 201,
  input: z.strictObject({
    name,
    scopes: z
      .array(z.enum(['read', 'write']))
      .min(1)
      .max(2)
      .default(['read', 'write']),
  }),
  output: z.object({ key: keyView, secret: z.string() }),
  examples: [{ body: { name: 'nightly evaluation', scopes: ['write'] } }],
})

export const revokeKey = contract({
  name: 'keys.revoke',
  tag: 'keys',
  summary: 'Revoke an API key at once.',
  scope: 'admin',
  effects: ['write'],
  method: 'DELETE',
  path: '/api/v1/keys/{keyId}',
  input: z.strictObject({ keyId: id }),
  output: z.object({ key: keyView }),
})

export const loadSample = contract({
  name: 'sample.load',
  tag: 'sample',
  summary: 'Run the built-in sample chains and send their runs through the same ingest.',
  scope: 'admin',
  effects: ['write'],
  method: 'POST',
  path: '/api/v1/sample',
  status: 202,
  input: z.strictObject({}),
  output: z.object({ started: z.literal(true) }),
  examples: [{ body: {} }],
})

export type Role = z.infer<typeof role>
export type ProjectView = z.infer<typeof projectView>
export type MemberView = z.infer<typeof memberView>
export type KeyView = z.infer<typeof keyView>

function isTimeZone(value: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
