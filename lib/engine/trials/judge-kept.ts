import type { KeptFault, KeptResult, KeptState } from '@/lib/contracts/kept-scenarios'
import { keptStates } from '@/lib/contracts/vocabulary'
import { atLeast, exceeds } from '../tolerance'

/** A run of a kept scenario on a later version, with the faults that can be detected. */
export interface TriedRun {
  runId: string
  status: string
  quality: number | null
  /** The current human verdict, with its author and reason. */
  human: { value: number; by: string; reason: string | null } | null
  /** Whether its answer can be checked against sources. */
  hasSources: boolean
  /** Only root failures: a cascade has the fault of another node. */
  failures: readonly Extract<KeptFault, { kind: 'failure' }>[]
  findings: readonly Extract<KeptFault, { kind: 'finding' }>[]
  issues: readonly Extract<KeptFault, { kind: 'issue' }>[]
}

interface KeptCase {
  expected: number
  faults: readonly KeptFault[]
}

type Seen = { state: KeptState; fault: KeptFault | null; run: TriedRun; by: string | null }
type Judged = Pick<KeptResult, 'state' | 'fault' | 'runs' | 'showing' | 'runId' | 'quality' | 'by'>

/**
 * Judges whether a known fault came back on a later version. It did only if the same is observed again: a failure of the same group, the
 * same text contradicted, the same contract broken, or another human rejection; a person's verdict takes precedence over what is detected
 * automatically. The state is `unclear` if only a person can tell and none has.
 * @param runs of one version, newest first
 * @param waiting trials of it that have not been run yet
 */
export function judgeKept({ expected, faults }: KeptCase, runs: readonly TriedRun[], waiting: number): Judged {
  const seen = runs.map((run): Seen => ({ ...judgeRun(expected, faults, run), run }))
  // One run in which the fault came back is not outweighed by two in which it did not.
  const worst = keptStates.find((state) => seen.some((one) => one.state === state))
  const showing = seen.filter(({ state }) => state === worst)
  const [newest] = showing
  const count = { runs: runs.length, showing: showing.length }
  if (!newest)
    return {
      ...count,
      state: waiting > 0 ? 'waiting' : 'not_run',
      fault: faults[0] ?? null,
      runId: null,
      quality: null,
      by: null,
    }
  const { state, fault, by, run } = newest
  return { ...count, state, fault: fault ?? faults[0] ?? null, runId: run.runId, quality: run.quality, by }
}

function judgeRun(expected: number, faults: readonly KeptFault[], run: TriedRun): Omit<Seen, 'run'> {
  if (run.human) return judgeByPerson(expected, run.human)
  const again = faults.find((fault) => isSeenIn(fault, run))
  if (again) return { state: 'came_back', fault: again, by: null }
  const [other] = run.failures
  if (run.status === 'failed') return { state: 'failed_otherwise', fault: other ?? null, by: null }
  const isTold = faults.some((fault) => canBeToldIn(fault, run)) && run.status === 'completed'
  return { state: isTold ? 'not_seen' : 'unclear', fault: null, by: null }
}

function judgeByPerson(expected: number, { value, by, reason }: NonNullable<TriedRun['human']>): Omit<Seen, 'run'> {
  if (!exceeds(value, 0)) return { state: 'came_back', fault: { kind: 'rejected', by, reason: reason ?? '' }, by }
  return { state: atLeast(value, expected) ? 'passed' : 'below', fault: null, by }
}

function isSeenIn(fault: KeptFault, { failures, findings, issues }: TriedRun): boolean {
  switch (fault.kind) {
    case 'failure':
      return failures.some(({ fingerprint }) => fingerprint === fault.fingerprint)
    case 'finding':
      return findings.some(({ type, text }) => type === fault.type && isSameText(text, fault.text))
    case 'issue':
      return issues.some(({ type, field }) => type === fault.type && field === fault.field)
    case 'rejected':
      return false
  }
}

/** Whether the fault's absence means anything: for contradicted claims only with sources, for a human rejection never. */
function canBeToldIn({ kind }: KeptFault, { hasSources }: TriedRun): boolean {
  return kind === 'finding' ? hasSources : kind !== 'rejected'
}

function isSameText(one: string, other: string): boolean {
  const bare = (text: string) => text.toLowerCase().replace(/\s+/g, ' ').trim()
  return bare(one) === bare(other)
}

/** Compares by urgency, for the order in a gate: faults that came back first, passed scenarios last. */
export function byUrgency(a: Pick<KeptResult, 'state' | 'name'>, b: Pick<KeptResult, 'state' | 'name'>): number {
  return keptStates.indexOf(a.state) - keptStates.indexOf(b.state) || (a.name < b.name ? -1 : 1)
}
