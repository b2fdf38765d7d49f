import { evaluators } from '@/lib/contracts/evaluators'
import { profiles, validationRules } from '@/lib/contracts/vocabulary'
import { evaluatorLabels, profileLabels } from '@/lib/presentation/labels/verdicts'
import { type ConfigurationField, type FieldGroup, type NumberField, qa } from './field'
import { otherGroups } from './other-fields'

const checkLabels: Record<(typeof validationRules)[number], { label: string; hint: string }> = {
  completeness_check: { label: 'Completeness', hint: 'Required fields and their types' },
  accuracy_verification: { label: 'Accuracy', hint: 'Validation rules, business rules and ranges' },
  consistency_check: { label: 'Consistency', hint: 'Fields against each other' },
  format_validation: { label: 'Formats', hint: 'Dates, addresses and patterns' },
}

/** Settings for scoring runs and comparing versions. */
const scoringGroups: readonly FieldGroup[] = [
  {
    title: 'This chain',
    note: 'What its quality is, and when a version counts as worse.',
    ofChain: true,
    fields: [
      {
        kind: 'choice',
        path: 'profile',
        label: 'Scoring profile',
        hint: "The scoring profile that a run's quality is taken from.",
        options: profiles.map((value) => ({ value, label: profileLabels[value] })),
      },
      {
        kind: 'number',
        path: 'regression_threshold',
        label: 'Allowed drop',
        hint: 'A version whose mean falls by more than this is worse.',
        min: 0,
        max: 1,
        step: 0.01,
        slides: true,
      },
      {
        kind: 'number',
        path: 'min_live_runs',
        label: 'Minimum live runs',
        hint: 'With fewer there is none.',
        min: 1,
        max: 10_000,
        step: 1,
      },
      {
        kind: 'number',
        path: 'gate_hours',
        label: 'Gate deadline',
        hint: 'Then the version halts; nothing is approved.',
        min: 0,
        max: 2160,
        step: 1,
        unit: 'hours',
      },
      {
        kind: 'number',
        path: 'gate_quorum',
        label: 'Approvals required',
        hint: 'By different people. One rejection rejects.',
        min: 1,
        max: 20,
        step: 1,
      },
    ],
  },
  {
    title: 'Quality check',
    note: 'Scores a run against its criteria. Criteria sent with a run or version take precedence.',
    weights: {
      path: qa('scoring_weights'),
      factors: [
        { key: 'completeness', label: 'Completeness' },
        { key: 'accuracy', label: 'Accuracy' },
        { key: 'performance', label: 'Performance' },
      ],
    },
    fields: [
      { kind: 'switch', path: qa('enabled'), label: 'Quality check', on: 'On', off: 'Off: no grade is given' },
      {
        kind: 'number',
        path: qa('quality_threshold'),
        label: 'Acceptable from',
        hint: 'Also the score from which chains decided by the quality check accept a run.',
        min: 0,
        max: 1,
        step: 0.01,
        slides: true,
      },
      {
        kind: 'checks',
        path: qa('validation_rules'),
        label: 'Checks',
        hint: 'A factor with all checks off has no weight.',
        options: validationRules.map((value) => ({ value, ...checkLabels[value] })),
      },
    ],
  },
  {
    title: 'Trace quality',
    note: 'Conformance to the contract, completeness of its outputs, and tokens well spent.',
    weights: {
      path: 'stratt_weights',
      factors: [
        { key: 'conformance', label: 'Conformance' },
        { key: 'completeness', label: 'Completeness' },
        { key: 'efficiency', label: 'Efficiency' },
      ],
    },
    fields: [
      {
        kind: 'number',
        path: 'efficiency_reference',
        label: 'Share of useful tokens that is full efficiency',
        hint: '1 is the published formula. Prompts are long, so what a chain can reach is far lower.',
        min: 0.01,
        max: 1,
        step: 0.01,
        slides: true,
      },
    ],
  },
  {
    title: 'Confidence',
    note: 'How much each evaluator counts. The agent alone never accepts, whatever its weight. Calibration shows how each compares with people.',
    isCalibrated: true,
    weights: {
      path: 'confidence_weights',
      factors: evaluators.map((key) => ({ key, label: evaluatorLabels[key] })),
    },
    fields: [],
  },
]

/** All settings by group, in display order. */
export const fieldGroups: readonly FieldGroup[] = [...scoringGroups, ...otherGroups]

export function weightField(path: string, { key, label }: { key: string; label: string }): NumberField {
  return { kind: 'number', path: `${path}.${key}`, label, min: 0, max: 1e6, step: 0.05 }
}

/** Returns all fields of a level, including weights. */
export function fieldsOf(isChain: boolean): ConfigurationField[] {
  return fieldGroups
    .filter((group) => isChain || !group.ofChain)
    .flatMap(({ weights, fields }) => [
      ...fields,
      ...(weights?.factors.map((factor) => weightField(weights.path, factor)) ?? []),
    ])
}
