'use client'

import { parseAsStringLiteral, useQueryState } from 'nuqs'
import type { ReactNode } from 'react'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { type TrendScore, trendScores } from '@/lib/contracts/vocabulary'

const segments = [
  { value: 'quality', label: 'Quality' },
  { value: 'confidence', label: 'Confidence' },
] as const

const parser = parseAsStringLiteral(trendScores).withOptions({ history: 'push', scroll: false })

/** The score whose mean a chart draws, kept in the address, `measured` unless chosen, and the control that chooses it. */
export function useScoreSwitch(measured: TrendScore): { score: TrendScore; scoreSwitch: ReactNode } {
  const [chosen, choose] = useQueryState('score', parser)
  const score = chosen ?? measured
  return {
    score,
    scoreSwitch: (
      <SegmentedControl label="Score" value={score} onChange={(next) => void choose(next)} segments={segments} />
    ),
  }
}
