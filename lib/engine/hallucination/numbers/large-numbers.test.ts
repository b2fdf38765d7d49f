import { describe, expect, it } from 'vitest'
import { detectHallucinations } from '../detect-hallucinations'

/** `type verdict severity: text` of every finding but the notes on how well a whole sentence is supported. */
const particular = (output: string, text: string) =>
  detectHallucinations({ output, sources: [{ id: 's', text }] })
    .findings.map(({ type, verdict, severity, span }) => `${type} ${verdict} ${severity}: ${span.text}`)
    .filter((line) => !line.startsWith('unsupported_claim'))

describe('whole numbers beyond those that a double tells apart', () => {
  const grounding = (id: string) => `{"order_id":${id},"placed":"3 May 2026"}`
  const answer = (id: string) => `Your last order is order ${id}, placed on 3 May 2026.`

  it.each(['9007199254740992', '9007199254740993', '1234567890123456789', '184467440737095516150'])(
    '%s is given by a source that has it, with its digits or as the double that a program made of it',
    (id) => {
      expect(particular(answer(id), grounding(id))).toEqual([])
      expect(particular(answer(id), grounding(String(BigInt(Number(id)))))).toEqual([])
      expect(particular(answer(id), grounding(String(Number(id))))).toEqual([])
    },
  )

  it('the double is not given by a source that has the digits', () => {
    const [id, rounded] = ['1234567890123456789', '1234567890123456800']
    expect(particular(answer(rounded), grounding(id))).toEqual([`nonexistent_entity contradicted likely: ${rounded}`])
  })

  it('another one is not', () => {
    const invented = '1234567890123999999'
    expect(particular(answer(invented), grounding('1234567890123456789'))).toEqual([
      `nonexistent_entity unverifiable warning: ${invented}`,
    ])
  })
})

describe('figures that a heading tells in millions', () => {
  const report = 'Annual report, in millions of euros. Revenue 2024: 412; 2023: 388. Net debt: 120.'

  it.each([
    'Revenue was 412 million euros in 2024.',
    'Revenue rose by 24 million euros to 412 million.',
    'Net debt is 120,000,000 euros.',
  ])('are the same in full: %s', (output) => {
    expect(particular(output, report)).toEqual([])
  })

  it('are not others', () => {
    const unknown = ['unsupported_number unverifiable warning: 415 million']
    expect(particular('Revenue was 415 million euros.', report)).toEqual(unknown)
    const plain = report.replace(', in millions of euros', '')
    expect(particular('Revenue was 415 million euros.', plain)).toEqual(unknown)
  })
})
