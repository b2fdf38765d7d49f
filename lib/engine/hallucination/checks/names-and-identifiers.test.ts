import { describe, expect, it } from 'vitest'
import { detectHallucinations } from '../detect-hallucinations'

const check = (output: string, text: string) => detectHallucinations({ output, sources: [{ id: 's', text }] })

describe('single-word names', () => {
  const source = 'The survey by Okafor covered Germany and the coast, and it was paid for by the city.'

  it.each([
    ['The survey by Tanaka covered the coast.', ['Tanaka']],
    ['The survey by Okafor covered the German coast.', []],
    ['Tanaka covered the coast.', []],
    ['The survey by Dr. Tanaka covered the coast.', ['Tanaka']],
    ['It covered Hamburg (HAM) and New Haven (COAST) and the coast.', ['Hamburg']],
    ['The coast was covered by René Tanaka and by Okafor.', ['René Tanaka']],
    ['Die Küste wurde von Tanaka und Okafor untersucht.', []],
  ])('%s', (output, names) => {
    const { findings } = check(output, source)
    expect(findings.filter(({ type }) => type === 'nonexistent_entity').map(({ span }) => span.text)).toEqual(names)
  })
})

describe('a name that is not claimed', () => {
  const source =
    'The airline asks for the details of each passenger, and it flies daily from New York to the West Coast.'
  const names = (output: string) =>
    check(output, source)
      .findings.filter(({ type }) => type === 'nonexistent_entity')
      .map(({ span }) => span.text)

  it.each([
    ['is suggested by a question', 'Which city on the West Coast is it (e.g., Los Angeles or Seattle)?', []],
    ['is in the claim before a suggestion', 'Do flights of Condor leave for cities such as Seattle?', ['Condor']],
    ['is the field of a form', 'The airline asks for these details:\n\n1. Date of Birth (as YYYY-MM-DD)', []],
    [
      'labels an item',
      'It asks for these details:\n\n2. **Filter for Transaction Fees:**\n   - Ask each passenger.',
      [],
    ],
    [
      'was reported whole',
      'It flies with Avon Products Inc to New York. Later Avon Products asks for it.',
      ['Avon Products Inc'],
    ],
  ])('%s', (_, output, found) => {
    expect(names(output)).toEqual(found)
  })
})

describe('a title that shares a common word with one of the sources', () => {
  it('is no other person', () => {
    const source = 'The fund has one Share Class. Each share class has its fees. The screener is open to all.'
    const { findings } = check('- Use Asset Class to filter the screener.', source)
    expect(findings.filter(({ verdict }) => verdict === 'contradicted')).toEqual([])
  })
})

describe('identifiers', () => {
  const source =
    'Order #W2378156 of flight HAT123 was paid with credit_card_4421486. Write to help@acme.io, the host is 10.0.0.12.'

  it.each([
    ['Order #W2378165 was paid.', ['contradicted #W2378165']],
    ['The card is `credit_card_4421487`.', ['contradicted credit_card_4421487']],
    ['The host is 10.0.0.13.', ['contradicted 10.0.0.13']],
    ['The flight was HAT124.', ['unverifiable HAT124']],
    ['Write to sales@acme.io about INV-1042.', ['unverifiable sales@acme.io', 'unverifiable INV-1042']],
    ['Order W-2378156 was paid with credit_card_4421486 for HAT 123; write to help@acme.io.', []],
    ['It follows ISO-9001 since FY2024 and costs USD500.', []],
    ['```\nORDER-99881\n```', []],
  ])('%s', (output, found) => {
    const { findings } = check(output, source)
    expect(
      findings
        .filter(({ type }) => type === 'nonexistent_entity')
        .map(({ verdict, span }) => `${verdict} ${span.text}`),
    ).toEqual(found)
  })

  it.each([
    ['Order 1234567890123456789 was shipped.', []],
    ['Order 1234567890123456780 was shipped.', ['contradicted 1234567890123456780']],
    ['Order 1234567890123456800 was shipped.', ['contradicted 1234567890123456800']],
    ['Order 1234567890123465789 was shipped.', ['contradicted 1234567890123465789']],
    ['Order 4434567890123456789 was shipped.', ['unverifiable 4434567890123456789']],
    ['It was shipped at 1732960000123456789, as trace 4111222233334444.', []],
    ['4294967296 * 4294967296 = 18446744073709551616.', []],
  ])('of digits alone, more than a double holds: %s', (output, found) => {
    const source = 'order_id: 1234567890123456789\nshipped_at_ns: 1732960000123456789\ntrace: 4111222233334444'
    const { findings } = check(output, source)
    const told = findings.map(({ verdict, span }) => `${verdict} ${span.text}`)
    expect(told.filter((one) => /\d{16}/.test(one))).toEqual(found)
  })

  it('are of bounded length, so that no text takes long', () => {
    expect(check(`A${'1'.repeat(60_000)}@`, source).findings.map(({ type }) => type)).not.toContain(
      'nonexistent_entity',
    )
  })

  it('count as verified when the sources have them', () => {
    expect(check('The flight is HAT123.', source).verified).toBe(1)
  })

  it('are not checked without sources', () => {
    expect(detectHallucinations({ output: 'Order #W2378165 was paid.' }).findings).toEqual([])
  })
})

describe('names of two words', () => {
  const source = 'The survey by Amina Okafor was printed by Stanford University, and it was paid for by the city.'
  const verdicts = (output: string) =>
    check(output, source).findings.flatMap(({ type, verdict }) => (type === 'nonexistent_entity' ? verdict : []))

  it('contradict a person whose first name differs from the sources, but not a different organization of the same kind', () => {
    expect(verdicts('The survey was made by Grace Okafor.')).toEqual(['contradicted'])
    expect(verdicts('The survey was printed by Boston University.')).toEqual(['unverifiable'])
  })
})
