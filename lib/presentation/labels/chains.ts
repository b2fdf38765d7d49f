import type { VersionView } from '@/lib/contracts/chains'
import type { TrialKind, TrialStatus } from '@/lib/contracts/trials'
import type { VersionEvent } from '@/lib/contracts/versions'
import type { chainSorts } from '@/lib/contracts/vocabulary'

export const chainSortLabels: Record<(typeof chainSorts)[number], string> = {
  name: 'By name',
  last_run: 'Last run',
  runs: 'Most runs',
  largest_drop: 'Largest drop',
}

export const versionStateLabels: Record<VersionView['state'], string> = {
  candidate: 'Candidate',
  live: 'Live',
  superseded: 'Superseded',
  rolled_back: 'Rolled back',
  halted: 'Halted',
}

export const versionEventLabels: Record<VersionEvent['kind'], string> = {
  published: 'Published',
  held: 'Published as a candidate',
  approved: 'Approved',
  rolled_back: 'Rolled back',
  halted: 'Halted at the deadline',
  restored: 'Decision taken back',
  trials_added: 'More runs requested',
}

export const trialStatusLabels: Record<TrialStatus, string> = {
  queued: 'Waiting',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
}

export const trialKindLabels: Record<TrialKind, string> = { live: 'Live', dry_run: 'Dry' }
