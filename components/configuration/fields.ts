import { rerunStrategies, validationRules } from '@/lib/contracts/configuration'
import { profiles } from '@/lib/contracts/primitives'
import { profileLabels } from '@/lib/format/labels'

type Named = { path: string; label: string; hint?: string }

export type NumberField = Named & {
  kind: 'number'
  min: number
  max: number
  step: number
  unit?: string
  /** A short range that a hand can sweep over. */
  slides?: boolean
}

export type ConfigurationField =
  | NumberField
  | (Named & { kind: 'switch'; on: string; off: string })
  | (Named & { kind: 'choice'; options: readonly { value: string; label: string }[] })
  | (Named & { kind: 'checks'; options: readonly { value: string; label: string; hint: string }[] })
  | (Named & { kind: 'text' })
  | (Named & { kind: 'types' })

export type FieldGroup = {
  title: string
  note: string
  fields: readonly ConfigurationField[]
  /** Numbers that count by their share of the sum. */
  weights?: { path: string; factors: readonly { key: string; label: string }[] }
  /** Only a chain has these. */
  ofChain?: true
}

const qa = (key: string) => `quality_assurance.${key}`
const strategyLabels = { partial: 'Partial', full: 'Full', adaptive: 'Adaptive' }

const checkWords: Record<(typeof validationRules)[number], { label: string; hint: string }> = {
  completeness_check: { label: 'Completeness', hint: 'Required fields and their types' },
  accuracy_verification: { label: 'Accuracy', hint: 'Validation rules, business rules and ranges' },
  consistency_check: { label: 'Consistency', hint: 'Fields against each other' },
  format_validation: { label: 'Formats', hint: 'Dates, addresses and patterns' },
}

/** Every setting by group, in the order of the page. */
export const fieldGroups: readonly FieldGroup[] = [
  {
    title: 'This chain',
    note: 'What its quality is, and when a version counts as worse.',
    ofChain: true,
    fields: [
      {
        kind: 'choice',
        path: 'profile',
        label: 'Quality is',
        hint: "The scoring profile that a run's quality is taken from.",
        options: profiles.map((value) => ({ value, label: profileLabels[value] })),
      },
      {
        kind: 'number',
        path: 'regression_threshold',
        label: 'A drop counts from',
        hint: 'A version whose mean falls by more than this is worse.',
        min: 0,
        max: 1,
        step: 0.01,
        slides: true,
      },
      {
        kind: 'number',
        path: 'min_live_runs',
        label: 'Live runs for a verdict',
        hint: 'With fewer there is none.',
        min: 1,
        max: 10_000,
        step: 1,
      },
      {
        kind: 'number',
        path: 'gate_hours',
        label: 'A gate waits',
        hint: 'Then the version halts; nothing is approved.',
        min: 0,
        max: 2160,
        step: 1,
        unit: 'hours',
      },
    ],
  },
  {
    title: 'Quality check',
    note: 'Scores a run against its criteria. A run or version that states its own comes first.',
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
        hint: 'Also the score from which chains that go by the quality check accept a run.',
        min: 0,
        max: 1,
        step: 0.01,
        slides: true,
      },
      {
        kind: 'checks',
        path: qa('validation_rules'),
        label: 'Checks',
        hint: 'A factor whose checks are all off has no weight.',
        options: validationRules.map((value) => ({ value, ...checkWords[value] })),
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
    fields: [],
  },
  {
    title: 'Confidence',
    note: 'How much each evaluator counts. The agent alone never accepts, whatever its weight.',
    weights: {
      path: 'confidence_weights',
      factors: [
        { key: 'self', label: 'Self' },
        { key: 'peer', label: 'Peer' },
        { key: 'downstream', label: 'Downstream' },
        { key: 'human', label: 'Human' },
      ],
    },
    fields: [],
  },
  {
    title: 'Reruns',
    note: 'What follows when a run is not good enough.',
    fields: [
      {
        kind: 'switch',
        path: qa('auto_rerun_on_failure'),
        label: 'Rerun by itself',
        on: 'On',
        off: 'Off: a person decides at once',
      },
      {
        kind: 'number',
        path: qa('max_rerun_attempts'),
        label: 'Reruns',
        hint: 'After the first attempt. 0 means none.',
        min: 0,
        max: 999,
        step: 1,
      },
      {
        kind: 'choice',
        path: qa('default_strategy'),
        label: 'Strategy otherwise',
        hint: 'What callers do where no failure suggests better.',
        options: rerunStrategies.map((value) => ({ value, label: strategyLabels[value] })),
      },
      ...rerunStrategies.map((name) => ({
        kind: 'text' as const,
        path: qa(`rerun_strategies.${name}`),
        label: `${strategyLabels[name]} means`,
      })),
    ],
  },
  {
    title: 'Quality gate and verification',
    note: 'For the checks that orchestrators ask for.',
    fields: [
      {
        kind: 'number',
        path: 'quality_gate.quality_threshold',
        label: 'Lowest passing judge score',
        min: 1,
        max: 5,
        step: 0.5,
        slides: true,
      },
      {
        kind: 'number',
        path: 'quality_gate.foundation_min_dependents',
        label: 'A foundation has dependents',
        hint: 'From this many tasks that wait for it on.',
        min: 1,
        max: 1000,
        step: 1,
      },
      {
        kind: 'types',
        path: 'quality_gate.requires_tool_calls',
        label: 'Task types that need a tool call',
        hint: 'Type by type, over what the rules say: "implement, -design" needs one for implement and none for design.',
      },
      {
        kind: 'number',
        path: 'dependents.threshold',
        label: 'Dependencies that must complete',
        hint: 'A share. Left out: by how the others failed.',
        min: 0,
        max: 1,
        step: 0.05,
      },
      {
        kind: 'number',
        path: 'verification.max_attempts',
        label: 'Nudges for tests and files',
        min: 0,
        max: 100,
        step: 1,
      },
      {
        kind: 'number',
        path: 'verification.compilation_max_attempts',
        label: 'Nudges for a compilation',
        min: 0,
        max: 100,
        step: 1,
      },
    ],
  },
  {
    title: 'Judge',
    note: 'The model that scores finished tasks, where one is connected.',
    fields: [
      { kind: 'switch', path: 'judge.enabled', label: 'Ask the judge', on: 'On', off: 'Off' },
      {
        kind: 'number',
        path: 'judge.daily_cap_usd',
        label: 'Most a day',
        hint: 'Days begin at midnight UTC.',
        min: 0,
        max: 1e6,
        step: 0.5,
        unit: 'US dollars',
      },
      {
        kind: 'number',
        path: 'judge.input_usd_per_million',
        label: 'Price of a million tokens in',
        min: 0,
        max: 1e6,
        step: 0.05,
        unit: 'US dollars',
      },
      {
        kind: 'number',
        path: 'judge.output_usd_per_million',
        label: 'Price of a million tokens out',
        min: 0,
        max: 1e6,
        step: 0.05,
        unit: 'US dollars',
      },
      { kind: 'number', path: 'judge.timeout_seconds', label: 'Patience', min: 1, max: 600, step: 1, unit: 'seconds' },
      { kind: 'number', path: 'judge.retries', label: 'Further tries', min: 0, max: 10, step: 1 },
      {
        kind: 'number',
        path: 'judge.breaker_rejections',
        label: 'Rejections that stop it',
        hint: 'In a row, for one worker.',
        min: 1,
        max: 1000,
        step: 1,
      },
      {
        kind: 'number',
        path: 'judge.cool_down_seconds',
        label: 'Then it pauses',
        min: 1,
        max: 86_400,
        step: 30,
        unit: 'seconds',
      },
    ],
  },
  {
    title: 'Thinking and dead letters',
    note: 'How much is kept, and how often something is tried again.',
    fields: [
      {
        kind: 'number',
        path: 'thinking.max_thoughts',
        label: 'Thoughts a session keeps',
        hint: 'The oldest go first.',
        min: 1,
        max: 100_000,
        step: 100,
      },
      {
        kind: 'number',
        path: 'dead_letters.max_attempts',
        label: 'Tries of a dead letter',
        hint: 'Then a person is asked.',
        min: 1,
        max: 100,
        step: 1,
      },
    ],
  },
]

/** A weight as a field of its own. */
export function weightField(path: string, { key, label }: { key: string; label: string }): NumberField {
  return { kind: 'number', path: `${path}.${key}`, label, min: 0, max: 1e6, step: 0.05 }
}

/** All fields of a level, weights among them. */
export function fieldsOf(isChain: boolean): ConfigurationField[] {
  return fieldGroups
    .filter((group) => isChain || !group.ofChain)
    .flatMap(({ weights, fields }) => [
      ...fields,
      ...(weights?.factors.map((factor) => weightField(weights.path, factor)) ?? []),
    ])
}
