/** Times are in ms since the epoch. */
export interface GateStatus {
  state: 'pending' | 'approved' | 'rejected' | 'timed_out'
  /** Approvals by distinct persons that it takes, 1 or more. */
  quorum: number
  openedAt: number
  deadlineAt: number
  /** When the clock warns. */
  warnAt: number
  warnedAt: number | null
  ownerId: string | null
  /** `admins`, or the person it was moved to; null where it was not escalated. */
  escalatedTo: string | null
  votes: readonly GateVote[]
  /** The decision was taken back; the state stays as it was decided. */
  reversed: boolean
}

export interface GateVote {
  userId: string
  verdict: 'approved' | 'rejected'
  /** Digest of the evidence that was shown. */
  digest: string
}

/** Who acts. Only a person can vote, move, extend, or reverse; only a job warns and times out. */
export type GateActor = { kind: 'person'; id: string } | { kind: 'key' } | { kind: 'job' }

export type GateEvent =
  | { kind: 'assigned'; by: GateActor; to: string | null }
  | { kind: 'extended'; by: GateActor; deadlineAt: number; reason: string }
  | { kind: 'escalated'; by: GateActor; to: string; reason: string }
  | { kind: 'warned'; by: GateActor }
  | { kind: 'voted'; by: GateActor; verdict: 'approved' | 'rejected'; digest: string; reason: string }
  | { kind: 'timed_out'; by: GateActor }
  | { kind: 'reversed'; by: GateActor; reason: string }

/** What holds at the moment of an event. */
export interface GateFacts {
  now: number
  /** Who may decide: the listed authorities that still are reviewers or admins, or all of those where none is listed. */
  authorities: ReadonlySet<string>
  /** Authors of the version, who never decide on it, listed or not. */
  authorIds: readonly string[]
  /** Digest of the evidence as it is. */
  digest: string
  /** The rule found a regression: an approval goes against it, and has to say why. */
  isRegression: boolean
  /** What was decided or published on top of this gate's decision; null where nothing was. */
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
