import type { VersionView } from '@/lib/contracts/chains'

/** Where a version stands, in a word. */
export const versionStateLabels: Record<VersionView['state'], string> = {
  candidate: 'Candidate',
  live: 'Live',
  superseded: 'Superseded',
  rolled_back: 'Rolled back',
  halted: 'Halted',
}
