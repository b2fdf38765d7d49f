import type { EffectiveConfiguration } from '@/lib/contracts/configuration'
import type { QualityCriteria } from '@/lib/contracts/quality-criteria'

type QualityAssurance = EffectiveConfiguration['quality_assurance']
type Stated = QualityCriteria | undefined

/**
 * Returns the effective criteria of a run: its own, else those of its version. The threshold and each weight come from the first of run,
 * version and configuration that states them; an `accuracy_threshold` alone also sets the quality threshold.
 */
export function effectiveCriteria(own: Stated, declared: Stated, qualityAssurance: QualityAssurance): QualityCriteria {
  return {
    ...(own ?? declared),
    quality_threshold: thresholdOf(own) ?? thresholdOf(declared) ?? qualityAssurance.quality_threshold,
    scoring_weights: { ...qualityAssurance.scoring_weights, ...declared?.scoring_weights, ...own?.scoring_weights },
  }
}

function thresholdOf(criteria: Stated): number | undefined {
  return criteria?.quality_threshold ?? criteria?.accuracy_threshold
}

type CheckName = EffectiveConfiguration['quality_assurance']['validation_rules'][number]

type Checked = {
  /** The criteria without those of disabled checks. */
  criteria: QualityCriteria
  /** Factors that no enabled check measures: they have no value and no weight. */
  unmeasured: ('completeness' | 'accuracy')[]
  off: CheckName[]
}

/**
 * Keeps only the criteria of these checks: completeness (fields, types), format, accuracy (rules and ranges) and consistency (fields
 * against each other). Custom validators always apply.
 */
export function criteriaOfChecks(criteria: QualityCriteria, checks: readonly CheckName[]): Checked {
  const isOn = (name: CheckName) => checks.includes(name)
  const kept: QualityCriteria = { ...criteria }
  if (!isOn('completeness_check')) for (const key of COMPLETENESS) delete kept[key]
  if (!isOn('format_validation')) delete kept.required_formats
  if (kept.accuracy_criteria) {
    const { cross_field_validations, ...accuracy } = kept.accuracy_criteria
    kept.accuracy_criteria = {
      ...(isOn('accuracy_verification') && accuracy),
      ...(isOn('consistency_check') && { cross_field_validations }),
    }
  }
  const hasFormats = Object.keys(kept.required_formats ?? {}).length > 0
  return {
    criteria: kept,
    unmeasured: [
      ...(isOn('completeness_check') || hasFormats ? [] : (['completeness'] as const)),
      ...(isOn('accuracy_verification') || isOn('consistency_check') ? [] : (['accuracy'] as const)),
    ],
    off: ALL_CHECKS.filter((name) => !isOn(name)),
  }
}

const COMPLETENESS = ['required_fields', 'required_types', 'require_non_empty'] as const
export const ALL_CHECKS: readonly CheckName[] = [
  'completeness_check',
  'accuracy_verification',
  'consistency_check',
  'format_validation',
]
