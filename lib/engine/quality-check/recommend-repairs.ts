import type { ValidationIssue } from '@/lib/engine/quality-check/validation-issues'

const ADVICE: Record<ValidationIssue['type'], string> = {
  missing_field: 'Add the missing fields',
  type: 'Return these fields in their declared type',
  format: 'Return these fields in their declared format',
  accuracy: 'Correct these values against their rules',
  custom: 'Repair what these checks found',
  empty_value: 'Fill in these empty fields or drop them from the required ones',
}

/** One sentence for each kind of issue, blocking kinds first, naming the fields concerned. */
export function recommendRepairs(issues: readonly ValidationIssue[]): string[] {
  const ordered = [...issues].sort((left, right) => Number(right.blocking) - Number(left.blocking))
  const fields = new Map<ValidationIssue['type'], Set<string>>()
  for (const { type, field } of ordered) fields.set(type, (fields.get(type) ?? new Set()).add(field))
  return [...fields].map(([type, names]) => `${ADVICE[type]}: ${[...names].join(', ')}.`)
}
