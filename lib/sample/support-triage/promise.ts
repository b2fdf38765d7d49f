import type { Promised } from '../runner/sample-run'
import { categories } from './tickets'

const text = { type: 'string', minLength: 1 }

const contract: Promised['contract'] = {
  schema: {
    type: 'object',
    required: ['ticket', 'category', 'reply', 'queue'],
    properties: {
      ticket: { type: 'string', pattern: '^T-\\d+$' },
      category: { enum: [...categories] },
      articles: { type: 'array', items: text },
      reply: { ...text, maxLength: 1200 },
      queue: text,
    },
  },
  requiredOutputs: ['ticket', 'category', 'articles', 'reply', 'queue'],
}

const criteria: Promised['criteria'] = {
  require_non_empty: true,
  accuracy_criteria: {
    validation_rules: [
      { id: 'greets', field: 'reply', op: 'matches', value: '^Dear [A-Z]' },
      { id: 'cites', field: 'reply', op: 'matches', value: 'KB-[0-9]+', severity: 'warning' },
    ],
  },
  performance_budget: { tokens: 400 },
}

/** What every version of the chain promises and is held to. */
export const promised: Promised = { contract, criteria }
