import { describe, expect, it } from 'vitest'
import { detectHallucinations } from '../detect-hallucinations'

const findings = (output: string, ...sources: string[]) =>
  detectHallucinations({ output, toolResults: sources }).findings.flatMap(({ type, verdict, span }) =>
    type === 'unsupported_claim' ? [] : `${verdict}: ${span.text}`,
  )

const orders = JSON.stringify([
  { order_id: 'ORD-97901', customer: 'Sven Fitzroy', total: 503, shipping: 25, items: 34, status: 'shipped' },
  { order_id: 'ORD-41439', customer: 'Celeste Blackwood', total: 140, shipping: 13, items: 18, status: 'pending' },
])
const order = JSON.stringify({
  order_id: 'ORD-97901',
  customer: 'Sven Fitzroy',
  total: 503,
  ordered: '2026-07-11',
  status: 'shipped',
})
const blocks =
  'room: F357\ncapacity: 65\nrate: 103\nmanager: Isolde Ivanov\n\nroom: D160\ncapacity: 30\nrate: 80\nmanager: Rosa Marsh'
const marked = '| room | capacity | rate |\n|---|---|---|\n| F357 | 65 | $103 |'

describe('a state of the only record', () => {
  const delivered = '{"id":"W1","status":"delivered","total":34}'
  it.each([
    ['that it cannot come back to', 'Your order W1 is still pending.', delivered, ['contradicted: pending']],
    ['of a log', 'The log level is debug.', 'LOG_LEVEL: warn\nPORT: 8080\nHOST: a', ['contradicted: debug']],
    ['of what a code names', 'The seat is by the window.', '{"seat":"14A","type":"window","meal":true}', []],
    ['that it had before', 'Your order W1 has been shipped.', delivered, []],
    [
      'that it may have got since',
      'Your order W1 has been cancelled.',
      '{"id":"W1","status":"pending","total":34}',
      [],
    ],
  ])('%s', (_what, output, source, found) => {
    expect(findings(output, source)).toEqual(found)
  })
})

describe('a value that a plain statement gives to a field of a record', () => {
  it.each([
    ['a count', 'Order ORD-97901 has 18 items.', orders, '18'],
    ['another currency', 'The rate of room F357 is £103.', marked, '£103'],
    ['a name of another record', 'The customer of ORD-97901 is Celeste Blackwood.', orders, 'Celeste'],
    ['a name before the verb of a field', 'Rosa Marsh manages room F357.', blocks, 'Rosa'],
    ['a state of another record', 'The status of order ORD-97901 is pending.', orders, 'pending'],
  ])('is contradicted: %s', (_what, output, source, text) => {
    expect(findings(output, source)).toEqual([`contradicted: ${text}`])
  })

  it.each([
    ['as it is', 'Order ORD-97901 is shipped.', order],
    ['as it is, beside a field that is called alike', 'The status of order ORD-97901 is shipped.', orders],
    ['as it is in blocks of lines', 'The manager of room D160 is Rosa Marsh.', blocks],
    ['that a total has with another field', 'The total of order ORD-97901 is $528.', orders],
    ['that is an amount in cents', 'The total of order ORD-97901 is $5.03.', orders],
    [
      'that is no wrong one without its qualifier',
      'Xenia Fitzroy works as an engineer.',
      JSON.stringify({ employee: 'Xenia Fitzroy', role: 'senior engineer', id: 1 }),
    ],
    ['of something else', 'The refund of order ORD-97901 is $611.', orders],
    ['of a case that is only possible', 'The status of order ORD-97901 would be pending.', orders],
    ['of a comparison', 'The total of order ORD-97901 is $363 more than that of order ORD-41439.', orders],
    ['that is denied', 'The status of order ORD-97901 is not pending.', orders],
    ['of a record that no source has', 'The total of order ORD-11111 is $503.', orders],
  ])('is not where it is one %s', (_what, output, source) => {
    expect(findings(output, source).filter((one) => one.startsWith('contradicted'))).toEqual([])
  })

  it('is not where a later record of the same id has it', () => {
    const later = order.replace('shipped', 'delivered')
    expect(findings('The status of order ORD-97901 is delivered.', order, later)).toEqual([])
  })
})

it('finds the dates of a line of CSV', () => {
  const csv = 'order_id,items,ordered,status\nORD-1,28,2026-07-05,cancelled\nORD-2,21,2026-07-11,pending'
  expect(findings('Order ORD-2 was placed on 11 July 2026.', csv)).toEqual([])
})

it('takes no kind beside a superlative for another name of the record', () => {
  const halls = '| name | price |\n|---|---|\n| Alder Hall | 477 |\n| Rowan Hall | 99 |\n| Cedar Hall | 338 |'
  expect(findings('The cheapest hall is Rowan Hall.', halls)).toEqual([])
})
