import type { VersionView } from '@/lib/contracts/chains'

type Newest = Pick<VersionView, 'state' | 'verdict' | 'delta' | 'comparedWith' | 'confidenceFall'>

/**
 * Place of a chain by how much its newest version is worse than the one before. `group`: 0 worse by the rule, 1 not worse but with less
 * confidence, 2 compared, 3 compared without enough to tell, 4 not compared. `key` orders a group, lowest first.
 */
export type DropPlace = { group: number; key: number }

const TAKEN_BACK: readonly string[] = ['rolled_back', 'halted']

/** Returns the place of a chain with this newest version, null without one. A version that was taken back is only compared. */
export function placeByDrop(newest: Newest | null): DropPlace {
  if (!newest || newest.comparedWith === null) return { group: 4, key: 0 }
  const { state, verdict, delta, confidenceFall } = newest
  const stands = !TAKEN_BACK.includes(state)
  if (stands && verdict === 'regression') return { group: 0, key: -(delta ?? 0) }
  if (stands && confidenceFall) return { group: 1, key: confidenceFall.current - confidenceFall.prior }
  return delta === null && !confidenceFall ? { group: 3, key: 0 } : { group: 2, key: -(delta ?? 0) }
}

/** Whether the newest version of a chain at this place could be compared, and whether it is worse. */
export const isCompared = ({ group }: DropPlace) => group <= 2
export const isWorse = ({ group }: DropPlace) => group <= 1
