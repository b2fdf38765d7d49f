import { describe, expect, it } from 'vitest'
import { detectHallucinations } from '../detect-hallucinations'
import { unitNamed } from './field-names'

const findings = (output: string, source: string) =>
  detectHallucinations({ output, toolResults: [source] }).findings.flatMap(({ type, verdict, span }) =>
    type === 'unsupported_claim' ? [] : `${verdict}: ${span.text}`,
  )
const call = '{"id":"a1","duration_ms":1204,"status":200}'
const parcels = '[{"sku":"A1","weight_g":2500},{"sku":"B2","weight_g":900}]'
const settings = 'env:\n  LOG_LEVEL: warn\n  CACHE_TTL_SECONDS: 900\n  FEATURE_BETA: "false"'

it.each([
  ['duration_ms', 'ms'],
  ['env CACHE_TTL_SECONDS', 's'],
  ['weightG', 'g'],
  ['size_bytes', 'B'],
  ['price_min', null],
  ['min_age', null],
  ['requests_per_hour', null],
  ['due_day', null],
  ['g', null],
  ['ms', null],
])('the name %s tells the unit %s', (title, unit) => {
  expect(unitNamed(title)).toBe(unit)
})

describe('a number of a field with a unit in its name', () => {
  it.each([
    ['in its unit', 'The response took 1204 ms.', call],
    ['converted', 'The response took 1.2 seconds.', call],
    ['converted to a larger unit', 'The cache TTL is 15 minutes.', settings],
    ['converted to a sign', 'The parcel A1 weighs 2.5 kg.', parcels],
    ['of no unit', 'Applicants must be 18 years old.', '{"id":1,"min_age":18,"price_min":40}'],
  ])('is supported %s', (_what, output, source) => {
    expect(findings(output, source)).toEqual([])
  })

  it.each([
    ['of time', 'The call has a duration of 1204 seconds.', call, '1204'],
    ['of a setting', 'The cache TTL is 900 minutes.', settings, '900'],
    ['of weight', 'The weight of parcel A1 is 2500 kg.', parcels, '2500'],
  ])('is contradicted in another unit %s', (_what, output, source, found) => {
    expect(findings(output, source)).toEqual([`contradicted: ${found}`])
  })
})

it('takes a number that recurs by chance for no other unit', () => {
  expect(findings('It can be cancelled within 24 hours.', '{"id":"a1","layover_minutes":24}')).toEqual([])
})

it('finds a setting by its name as it is written', () => {
  expect(findings('FEATURE_BETA is true.', settings)).toEqual(['contradicted: true'])
  expect(findings('FEATURE_BETA is false.', settings)).toEqual([])
})
