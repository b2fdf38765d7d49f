import type { RunBody } from '@/lib/contracts/run-input'

const text = { type: 'string', minLength: 1 }
const notes = (required: string[]) => ({
  type: 'array',
  items: { type: 'object', required, properties: { change: text, text } },
})

/** What every version of the chain promises of its output. */
export const contract: NonNullable<RunBody['contract']> = {
  schema: {
    type: 'object',
    required: ['markdown', 'entries'],
    properties: {
      headline: { type: 'string', maxLength: 90 },
      entries: { ...notes(['change', 'kind', 'text']), minItems: 1 },
      upgradeNotes: notes(['change', 'text']),
      markdown: text,
      words: { type: 'integer', minimum: 1 },
    },
  },
  requiredOutputs: ['headline', 'entries', 'upgradeNotes', 'markdown'],
}

export const criteria: NonNullable<RunBody['criteria']> = {
  require_non_empty: true,
  accuracy_criteria: {
    expected_ranges: { words: { min: 20, max: 160 } },
    validation_rules: [{ id: 'no-drafts', field: 'markdown', op: 'matches', value: '^# ', severity: 'warning' }],
  },
  performance_budget: { tokens: 900 },
}
