/** State of a gate. Times are in ms since the epoch. */
export interface GateStatus {
  state: 'pending' | 'approved' | 'rejected' | 'timed_out'
  /** Number of approvals by distinct people required, 1 or more. */
  quorum: number
  openedAt: number
  deadlineAt: number
  /** When the deadline job warns. */
  warnAt: number
  warnedAt: number | null
  ownerId: string | null
  /** `admins`, or the user it was moved to; null when not escalated. */
  escalatedTo: string | null
  votes: readonly GateVote[]
  /** Whether the decision was reversed; `state` keeps the original decision. */
  reversed: boolean
}

export interface GateVote {
  userId: string
  verdict: 'approved' | 'rejected'
  /** Digest of the evidence shown to the voter. */
  digest: string
}

/** Who caused an event. Only a person can vote, assign, extend or reverse; only a job can warn and time out. */
export type GateActor = { kind: 'person'; id: string } | { kind: 'key' } | { kind: 'job' }

export type GateEvent =
  | { kind: 'assigned'; by: GateActor; to: string | null }
  | { kind: 'extended'; by: GateActor; deadlineAt: number; reason: string }
  | { kind: 'escalated'; by: GateActor; to: string; reason: string }
  | { kind: 'warned'; by: GateActor }
  | { kind: 'voted'; by: GateActor; verdict: 'approved' | 'rejected'; digest: string; reason: string }
  | { kind: 'timed_out'; by: GateActor }
  | { kind: 'reversed'; by: GateActor; reason: string }

/** Circumstances at the time of an event. */
export interface GateFacts {
  now: number
  /** Users who may decide: the listed authorities that still are reviewers or admins, or all reviewers and admins when none is listed. */
  authorities: ReadonlySet<string>
  /** Authors of the version, who may never decide on it, listed or not. */
  authorIds: readonly string[]
  /** Digest of the current evidence. */
  digest: string
  /** Whether the regression rule found a regression, so that an approval overrides it and needs a reason. */
  isRegression: boolean
  /** What was decided or published based on this gate's decision; null for nothing. */
  dependent: string | null
}

export type GateRefusal =
  | 'closed'
  | 'deadline_passed'
  | 'not_a_person'
  | 'author'
  | 'not_an_authority'
  | 'stale_evidence'
  | 'voted_already'
  | 'reason_needed'
  | 'not_later'
  | 'too_late'
  | 'not_eligible'
  | 'not_a_job'
  | 'not_due'
  | 'warned_already'
  | 'nothing_to_reverse'
  | 'reversed_already'
  | 'something_newer'

export type GateStep = { ok: true; status: GateStatus } | { ok: false; refusal: GateRefusal }
