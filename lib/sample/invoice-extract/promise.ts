import type { Promised } from '../runner/sample-run'

const text = { type: 'string', minLength: 1 }
const amount = { type: 'number', minimum: 0 }
const date = { type: 'string', format: 'date' }

const contract: Promised['contract'] = {
  schema: {
    type: 'object',
    required: ['invoiceNumber', 'vendor', 'currency', 'total', 'lines'],
    properties: {
      invoiceNumber: text,
      vendor: text,
      issuedOn: date,
      dueOn: date,
      currency: { enum: ['EUR', 'USD', 'GBP'] },
      subtotal: amount,
      tax: amount,
      total: amount,
      totalsAgree: { type: 'boolean' },
      summary: text,
      lines: {
        type: 'array',
        items: {
          type: 'object',
          required: ['item', 'quantity', 'unitPrice', 'amount'],
          properties: { item: text, quantity: { type: 'integer', minimum: 1 }, unitPrice: amount, amount },
        },
      },
    },
  },
  requiredOutputs: [
    'invoiceNumber',
    'vendor',
    'issuedOn',
    'dueOn',
    'currency',
    'lines',
    'subtotal',
    'tax',
    'total',
    'summary',
  ],
}

const criteria: Promised['criteria'] = {
  required_formats: { issuedOn: 'date', dueOn: 'date' },
  require_non_empty: true,
  accuracy_criteria: {
    business_rules: [
      { id: 'sums', field: 'totalsAgree', op: 'eq', value: true, message: 'The amounts do not add up.' },
    ],
    expected_ranges: { total: { min: 0.01 } },
    cross_field_validations: [{ id: 'order', left: 'dueOn', op: 'gte', right: 'issuedOn', severity: 'warning' }],
  },
  performance_budget: { tokens: 1200 },
}

/** What every version of the chain promises and is held to. */
export const promised: Promised = { contract, criteria }
