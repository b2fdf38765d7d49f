import { describe, expect, it } from 'vitest'
import { detectHallucinations } from '../detect-hallucinations'

const source =
  'Parcels are insured automatically unless the option --bare is set. Fees are waived for all readers except those who owe more than 20 euros. Subletting is forbidden except to family members. Bake the bread at 220 degrees unless you use a fan oven, which needs 195 degrees. Dogs travel free unless they occupy a seat. Everyone gets a badge except visitors. Members do not pay the deposit unless they are abroad. The rent is 900 euros excluding heating.'

const contradicted = (output: string) =>
  detectHallucinations({ output, sources: [{ id: 's', text: source }] }).findings.filter(
    ({ verdict }) => verdict === 'contradicted',
  ).length

describe('what the sources except', () => {
  it.each([
    ['a case', 'Fees are waived for readers who owe more than 20 euros.'],
    ['a thing', 'Visitors get a badge.'],
    ['a part of a price', 'The rent including heating is 900 euros.'],
    ['what is not so otherwise', 'Members abroad do not pay the deposit.'],
  ])('is contradicted where it is told of %s', (_what, output) => {
    expect(contradicted(output)).toBeGreaterThan(0)
  })

  it.each([
    ['denied of an option', 'With --bare, parcels are not insured automatically.'],
    ['denied of a case', 'Dogs that occupy a seat do not travel free.'],
    ['told with an opposite word', 'Subletting to family members is allowed.'],
    ['a value behind the exception', 'In a fan oven, bake at 195 degrees.'],
    ['affirmed of what is not so otherwise', 'Members abroad pay the deposit.'],
    ['told of another case', 'Dogs on a lead travel free.'],
    ['told of all others', 'Readers who owe nothing pay no fees.'],
    ['told without it', 'The rent is 900 euros without heating.'],
  ])('is not where it is %s', (_what, output) => {
    expect(contradicted(output)).toBe(0)
  })
})
