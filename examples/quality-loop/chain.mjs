// Three steps that compute the price of an order. Two of them simulate models: `read` fails on its first attempt, and `total`
// omits the currency until the feedback reports it missing.
import { chainNode, chainOf } from '@veritas-desk/client'

const orders = {
  'A-17': 'Order A-17: 3 x lamp at 12.50 EUR, 1 x desk at 149.00 EUR. Ship to Lund.',
}

const fetchOrder = chainNode('fetch', [], ({ request }) => {
  const text = orders[request.order]
  if (!text) throw new Error(`no order "${request.order}"`)
  return { text }
})

const readLines = chainNode('read', ['fetch'], ({ inputs, attempt }) => {
  if (attempt === 1) throw new SyntaxError('unexpected end of JSON input in the answer of the model')
  const found = [...inputs.fetch.text.matchAll(/(\d+) x (\w+) at ([\d.]+) (\w+)/g)]
  return found.map(([, count, item, price, currency]) => ({
    item,
    count: Number(count),
    price: Number(price),
    currency,
  }))
})

const addUp = chainNode('total', ['read'], ({ inputs, feedback }) => {
  const total = inputs.read.reduce((sum, line) => sum + line.count * line.price, 0)
  const wasTold = feedback?.specific_issues.some(({ field }) => field === 'currency')
  return { total, items: inputs.read.length, ...(wasTold && { currency: inputs.read[0].currency }) }
})

export const orderChain = chainOf([fetchOrder, readLines, addUp])

export const criteria = {
  completeness_required: true,
  required_fields: ['total', 'items', 'currency'],
  required_types: { total: 'number', items: 'integer', currency: 'string' },
  accuracy_criteria: { expected_ranges: { total: { min: 0.01, max: 10_000 } } },
}
