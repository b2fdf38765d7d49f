import type { RunRow, RunSort } from '@/lib/contracts/runs'
import type { executionSorts } from '@/lib/contracts/vocabulary'

/** Returns the label of a run's own status; an unknown one is shown unchanged. */
export function runStatusLabel(status: string): string {
  return STATUS[status] ?? status
}

const STATUS: Record<string, string> = {
  completed: 'Completed',
  failed: 'Failed',
  failed_quality: 'Failed quality check',
  paused_for_approval: 'Waits for approval',
  cancelled: 'Cancelled',
  running: 'Running',
}

export const kindLabels: Record<RunRow['kind'], string> = { live: 'Live', dry_run: 'Dry run' }

export const sortLabels: Record<RunSort, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  quality_low: 'Lowest quality first',
  quality_high: 'Highest quality first',
  confidence_low: 'Lowest confidence first',
  confidence_high: 'Highest confidence first',
}

/** The number that a decision was based on. */
export const basisLabels: Record<RunRow['basis'], string> = {
  confidence: 'on the confidence',
  quality: 'on the measured quality',
  none: 'without a score or a confidence',
}

/** A scenario by its name; a bare number, as data sets use them, says what it is. */
export const scenarioName = (scenario: string) => (/^\d+$/.test(scenario) ? `Scenario ${scenario}` : scenario)

export const executionSortLabels: Record<(typeof executionSorts)[number], string> = {
  newest: 'Newest first',
  gain: 'Largest gain',
  attempts: 'Most attempts first',
  expected_gain: 'Highest expected gain',
}

/** Labels for the inputs of a score's factors; an unknown one is shown by its name. */
const names: Readonly<Record<string, (value: string) => string>> = {
  given: (value) => (value === 'true' ? 'result sent with the run' : 'checked here'),
  errors: (value) => counted(value, 'error'),
  required: (value) => counted(value, 'required field'),
  missing: (value) => `${value} missing`,
  'rules checked': (value) => counted(value, 'rule checked', 'rules checked'),
  'time score': (value) => `time ${rounded(value)}`,
  'token score': (value) => `tokens ${rounded(value)}`,
}

/** Formats one input of a factor: "checked here", "5 required fields", "2 missing". */
export function scoreInputText({ label, value }: { label: string; value: string }): string {
  return names[label]?.(value) ?? `${label} ${rounded(value)}`
}

const counted = (value: string, singular: string, plural = `${singular}s`) =>
  value === '0' ? `no ${plural}` : `${value} ${value === '1' ? singular : plural}`

/** Cuts long fractions to three decimals; the export has the exact ones. */
const rounded = (value: string) => (/^\d+\.\d{4,}$/.test(value) ? Number(value).toFixed(3) : value)
