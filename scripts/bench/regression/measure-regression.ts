import type { Section } from '../section'
import { alarmSection } from './alarm-section'
import { calibrationSection, otherCalibrationSection } from './calibration-section'
import { coverageSection } from './coverage-section'
import { historySection } from './history-section'
import { pairSection } from './pair-section'
import type { Pair } from './real-pairs'
import { settleSection } from './settle-section'
import { speedSection } from './speed-section'
import { weeklyFlagSection } from './weekly-flags'

/** Measures how far the verdict on a version can be trusted: on simulated changes with known truth, and on real ones if available. */
export function measureRegression(pairs: readonly Pair[] | null): Section[] {
  return [
    calibrationSection(),
    otherCalibrationSection(),
    coverageSection(),
    alarmSection(),
    historySection(),
    settleSection(),
    speedSection(),
    ...(pairs === null ? [] : [pairSection(pairs)]),
    weeklyFlagSection(),
  ]
}
