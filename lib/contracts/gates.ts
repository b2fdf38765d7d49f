import { z } from 'zod'
import { contract } from './contract'
import { gateEvidence, gateOpening, gatePair } from './gate-evidence'
import { confidenceFall } from './measured'
import { digest, id, isoTime, listOf, name, page, plainText, queryFlag } from './primitives'
import { decisionView } from './reviews'
import { gateKinds, gateStates } from './vocabulary'

export const gateState = z.enum(gateStates)
export const gateKind = z.enum(gateKinds)
export type GateKind = z.infer<typeof gateKind>

export const gatePerson = z.object({ userId: id, name: z.string() })

/** A vote on a gate. `counts`: it was cast on the current evidence, by a person who may decide now. */
export const gateVote = z.object({
  by: gatePerson,
  verdict: z.enum(['approved', 'rejected']),
  reason: z.string().nullable(),
  at: isoTime,
  counts: z.boolean(),
})

const change = z.object({ before: z.string().nullable(), after: z.string().nullable() })

/** An event between the opening of a gate and its outcome. Append-only. */
export const gateEvent = z.object({
  id,
  kind: z.enum(['assigned', 'extended', 'escalated', 'warned', 'voted']),
  by: z.string(),
  at: isoTime,
  reason: z.string().nullable(),
  verdict: z.enum(['approved', 'rejected']).nullable(),
  deadline: change.nullable().describe('Of an extension: the deadline before and after.'),
  owner: change.nullable().describe('Of an assignment: the owner before and after, by name.'),
})

export const gateRow = z.object({
  id,
  kind: gateKind,
  state: gateState,
  title: z.string(),
  question: z.string(),
  chain: z.string(),
  version: z.string(),
  priorVersion: z.string().nullable(),
  runId: id.nullable(),
  runs: z
    .number()
    .int()
    .describe('Runs it covers: of those with the same failure the first opens it and the others join; 0 for a version'),
  openedBy: z.string(),
  openedAt: isoTime,
  deadlineAt: isoTime,
  decidedAt: isoTime.nullable(),
  decidedBy: z.string().nullable(),
  reason: z.string().nullable(),
  undone: z.boolean().describe('The decision was undone; the gate itself stays closed.'),
  quorum: z.number().describe('Approvals by different people that it requires; one rejection rejects.'),
  owner: gatePerson.nullable().describe('The member responsible for it. Everyone who may decide it still may.'),
  hasOwnerLeft: z.boolean().describe('Waits unassigned, because whoever it was given to can no longer decide.'),
  escalatedTo: z.string().nullable().describe('Name of the person it was escalated to.'),
})

/** The verdict that counts among those people gave on the run itself. It decides the run, not its gate. */
export const gateRunReview = z.object({
  by: z.string(),
  value: z.number(),
  reason: z.string().nullable(),
  beside: z.array(z.object({ by: z.string(), value: z.number() })).describe('The verdicts of other people that stand'),
})
const runReview = gateRunReview
  .nullable()
  .describe(
    'For a pending gate on a run: the verdict in force that a person gave on the run itself; null if there is none, or the caller is to review it blind',
  )

/** Effect of the decision: the served version, and each run whose confidence changed. */
export const gateEffect = z.object({
  servedVersion: z.string().nullable(),
  versionState: z.string().nullable(),
  runs: z.array(
    z.object({
      runId: id,
      clientId: z.string(),
      title: z.string().nullable().default(null),
      before: z.number().nullable(),
      after: z.number().nullable(),
      skipped: z.string().nullable(),
    }),
  ),
})

const permission = z.object({ allowed: z.boolean(), why: z.string().nullable() })

export const gateDetail = z.object({
  gate: gateRow,
  opening: gateOpening
    .nullable()
    .describe('Result of the check that opened it; null for a gate on a run, and for one opened manually'),
  evidence: gateEvidence,
  worst: z.array(gatePair).describe('The three that differ most, or the three lowest; for a version only'),
  rankedBy: z
    .enum(['quality', 'confidence'])
    .describe('What `worst` is sorted by, and its scores are: confidence if it fell while no scenario lost quality'),
  confidenceFall: confidenceFall
    .nullable()
    .describe(
      'Mean confidence of the two versions by evaluators, without verdicts of people, if it fell; null once the gate is closed',
    ),
  evidenceDigest: z
    .string()
    .describe(
      'Digest of the evidence shown. Send it with the decision, which is refused if the evidence has changed since.',
    ),
  consequences: z
    .object({ approve: z.string(), reject: z.string(), timeout: z.string() })
    .nullable()
    .describe('What each outcome would do; null once it is closed: `effect` has what the decision did'),
  mayDecide: permission.describe('Whether the caller may decide, and if not, the error an attempt would get.'),
  votes: z.array(gateVote).describe('Votes, oldest first. Only those with `counts` count towards the quorum.'),
  deciders: z
    .object({
      listed: z
        .boolean()
        .describe('The chain lists who decides, at most 50 people; otherwise every reviewer and admin does'),
      people: z.array(gatePerson).describe('The first 50 by name'),
      count: z.number().int().describe('How many there are in all'),
      authorIds: z.array(id).describe('Who made it, and therefore may not decide it'),
    })
    .describe('Who may decide it, without its authors'),
  latestDeadlineAt: isoTime.describe('The latest deadline that one extension may set.'),
  events: z.array(gateEvent),
  isCovered: z
    .boolean()
    .default(false)
    .describe(
      'The caller is to review its run blind: votes of others, and the reasons they gave, are left out until then',
    ),
  hasVoted: z.boolean().describe('Whether the caller has voted on the evidence shown.'),
  runReview,
  mayExtend: permission,
  mayMove: permission.describe('Whether the caller may assign and escalate, and if not, why.'),
  mayUndo: permission,
  effect: gateEffect.nullable(),
  undoEffect: gateEffect.nullable().describe('Effect of undoing the decision; null while the decision is in force.'),
  undoConsequence: z
    .string()
    .nullable()
    .describe('What undoing the decision would do: what serves then, and which gate waits; null unless the caller may'),
  serves: z
    .string()
    .nullable()
    .describe('The version that the chain serves now; null if none does, and for a gate on a run'),
  askedAgain: z
    .object({ gateId: id, title: z.string() })
    .nullable()
    .describe('The pending gate that asks about the version or run of a closed gate again'),
  history: z.array(decisionView).describe('Decisions and reversals.'),
  now: isoTime,
})

export const listedGate = gateRow.extend({
  approvals: z
    .number()
    .int()
    .nullable()
    .describe('Approvals that count now; null if the gate is closed, or the caller is to review its run blind'),
  runReview,
})

export const listGates = contract({
  name: 'gates.list',
  summary: 'List gates: pending ones by deadline, decided ones by decision time.',
  scope: 'read',
  target: 'GET /api/v1/gates',
  table: { name: 'gates', rows: 'gates', limit: 200 },
  input: z.strictObject({
    state: listOf(gateState),
    kind: listOf(gateKind),
    chain: listOf(plainText(500)),
    text: plainText(200).optional().describe('Words of the title, in any order'),
    mine: queryFlag.default(false).describe('Only those owned by the signed-in person'),
    ...page,
  }),
  output: z.object({
    gates: z.array(listedGate),
    next: z.string().nullable(),
    counts: z.record(gateState, z.number()),
    now: isoTime,
  }),
})

export const getGate = contract({
  name: 'gates.get',
  summary: 'Get one gate with its evidence, deadline, consequences and history. A brief of it is shorter.',
  scope: 'read',
  target: 'GET /api/v1/gates/{gateId}',
  input: z.strictObject({ gateId: id }),
  output: gateDetail,
})

/** Names a chain version or a run. */
export const openGate = contract({
  name: 'gates.open',
  summary: 'Open a gate manually on a chain version or on a run.',
  scope: 'write',
  target: 'POST /api/v1/gates',
  input: z
    .strictObject({
      chain: name.optional(),
      version: name.optional(),
      runId: id.optional(),
      title: plainText(300).min(1).optional(),
      question: plainText(5000).min(1),
      deadlineHours: z
        .number()
        .positive()
        .max(24 * 90)
        .optional(),
    })
    .refine(({ chain, version, runId }) => Boolean(runId || (chain && version)), {
      path: ['chain'],
      error: 'name a chain and a version, or a runId',
    }),
  output: z.object({ gate: gateRow }),
  examples: [
    {
      body: {
        chain: 'support-answers',
        version: '1.5.0',
        question: 'Answers got shorter. Is that what we want?',
        deadlineHours: 48,
      },
    },
  ],
})

export const decideGate = contract({
  name: 'gates.decide',
  summary:
    'Approve or reject a pending gate. An approval counts towards the quorum; one rejection rejects. Fails if the gate is already decided, its deadline passed, or the evidence changed.',
  scope: 'decide',
  target: 'POST /api/v1/gates/{gateId}/decision',
  input: z
    .strictObject({
      gateId: id,
      verdict: z.enum(['approved', 'rejected']),
      evidenceDigest: digest,
      reason: plainText(10_000).optional().describe('Required to reject, and to approve a regression'),
    })
    .refine(({ verdict, reason }) => verdict === 'approved' || Boolean(reason), {
      path: ['reason'],
      error: 'a rejection needs a reason',
    }),
  output: gateDetail,
  examples: [
    {
      body: {
        verdict: 'rejected',
        evidenceDigest: 'b7c2f0a94d1e',
        reason: 'Two of three answers leave out the warning.',
      },
    },
  ],
})

export const undoGate = contract({
  name: 'gates.undo',
  summary:
    "Undo a decision: the runs' automated confidence and the served version are restored. The gate stays decided; if the version that serves then is worse than the one before it, a new gate opens.",
  scope: 'decide',
  target: 'POST /api/v1/gates/{gateId}/undo',
  input: z.strictObject({ gateId: id, reason: plainText(10_000).min(1) }),
  output: gateDetail,
  examples: [{ body: { reason: 'I looked at the wrong version.' } }],
})

export type GateRunReview = z.infer<typeof gateRunReview>
export type GateRow = z.infer<typeof gateRow>
export type ListedGate = z.infer<typeof listedGate>
export type GateDetail = z.infer<typeof gateDetail>
export type GateEffect = z.infer<typeof gateEffect>
export type GateState = z.infer<typeof gateState>
export type GateVoteView = z.infer<typeof gateVote>
export type GateEventView = z.infer<typeof gateEvent>
