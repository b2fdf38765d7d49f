import { atLeast } from '@/lib/engine/tolerance'

/** The five grades, best first, each with the lowest score that earns it. */
export const GRADES = [
  { grade: 'excellent', scoreMin: 0.95 },
  { grade: 'good', scoreMin: 0.85 },
  { grade: 'acceptable', scoreMin: 0.75 },
  { grade: 'poor', scoreMin: 0.6 },
  { grade: 'failed', scoreMin: 0 },
] as const

export type Grade = (typeof GRADES)[number]['grade']

/** The lowest score of a grade. */
export function gradeFrom(wanted: Grade): number {
  return GRADES.find(({ grade }) => grade === wanted)?.scoreMin ?? 0
}

/** The grade of a score from 0 to 1; a tie at a boundary earns the higher grade. */
export function gradeOf(score: number): Grade {
  return GRADES.find(({ scoreMin }) => atLeast(score, scoreMin))?.grade ?? 'failed'
}
