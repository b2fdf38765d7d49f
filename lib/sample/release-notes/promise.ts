import type { Promised } from '../runner/sample-run'

const text = { type: 'string', minLength: 1 }
const notes = (required: string[]) => ({
  type: 'array',
  items: { type: 'object', required, properties: { change: text, text } },
})

const contract: Promised['contract'] = {
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

const criteria: Promised['criteria'] = {
  require_non_empty: true,
  accuracy_criteria: {
    expected_ranges: { words: { min: 20, max: 160 } },
    validation_rules: [{ id: 'no-drafts', field: 'markdown', op: 'matches', value: '^# ', severity: 'warning' }],
  },
  performance_budget: { tokens: 900 },
}

/** What every version of the chain promises and is held to. */
export const promised: Promised = { contract, criteria }
