'use client'

import { useQueryState } from 'nuqs'
import type { ReactNode } from 'react'
import { SegmentedControl } from '@/components/ui/segmented-control'
import type { TrendScore } from '@/lib/contracts/vocabulary'
import { trendScoreParser } from '@/lib/queries/overview-search'

const segments = [
  { value: 'quality', label: 'Quality' },
  { value: 'confidence', label: 'Confidence' },
] as const

/** The score whose mean a chart draws, kept in the address, `measured` unless chosen, and the control that chooses it. */
export function useScoreSwitch(measured: TrendScore): { score: TrendScore; scoreSwitch: ReactNode } {
  const [chosen, choose] = useQueryState('score', trendScoreParser.withOptions({ history: 'push', scroll: false }))
  const score = chosen ?? measured
  return {
    score,
    scoreSwitch: (
      <SegmentedControl label="Score" value={score} onChange={(next) => void choose(next)} segments={segments} />
    ),
  }
}
