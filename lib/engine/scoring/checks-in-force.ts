import type { EffectiveConfiguration } from '@/lib/contracts/configuration'
import type { QualityCriteria } from '@/lib/contracts/quality-criteria'

export type CheckName = EffectiveConfiguration['quality_assurance']['validation_rules'][number]

type Checked = {
  /** The criteria without what belongs to a check that is off. */
  criteria: QualityCriteria
  /** Factors that nothing measures any more: they have no value and no weight. */
  unmeasured: ('completeness' | 'accuracy')[]
  /** The checks that are off. */
  off: CheckName[]
}

/**
 * Criteria with only these checks left: completeness (fields, types), format, accuracy (rules and ranges) and consistency
 * (fields against each other). Custom validators always hold.
 */
export function checksInForce(criteria: QualityCriteria, checks: readonly CheckName[]): Checked {
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
