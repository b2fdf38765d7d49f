import { describe, expect, it } from 'vitest'
import { detectHallucinations } from '../detect-hallucinations'

const findings = (output: string, source: string) =>
  detectHallucinations({ output, sources: [{ id: 's', text: source }] })
    .findings.filter(({ type }) => type !== 'unsupported_claim')
    .map(({ verdict, span }) => `${verdict}: ${span.text}`)

const notes =
  'The fitter tightened the valve behind the boiler. She asked the guest to hold the feed button for ten seconds. The choir sang three old songs in the chapel. The purchase was approved by the legal team on Monday. The permit of the quarry is still pending. The report was sent to the safety team on Friday. The board team answers next week.'

describe('a word in place of another in a copied statement', () => {
  it.each([
    ['of the same kind is contradicted', 'The plumber tightened the valve behind the boiler.', 'contradicted: plumber'],
    ['of the same kind, at the end', 'The fitter tightened the valve behind the pump.', 'contradicted: pump'],
    [
      'of the same kind, before a noun',
      'She asked the guest to hold the power button for ten seconds.',
      'contradicted: power',
    ],
    ['of another state', 'The permit of the quarry was granted.', 'contradicted: granted'],
    ['of another department', 'The purchase was approved by the finance team.', 'contradicted: finance'],
    [
      'before the same noun, where the sources know both',
      'The report was sent to the board team on Friday.',
      'contradicted: board team',
    ],
  ])('%s', (_what, output, found) => {
    expect(findings(output, notes)).toEqual([found])
  })

  it.each([
    ['a synonym', 'The branch has nine staff in the old mill.', 'The branch has nine employees in the old mill.'],
    ['a word of no known kind', 'The choir sang three rude songs in the chapel.', notes],
    ['another word before the same noun', 'The report was sent to the welfare team on Friday.', notes],
    ['another verb', 'The choir performed three old songs in the chapel.', notes],
    ['the same stem', 'The choir sang three older songs in the chapel.', notes],
    ['a correct spelling', 'It had a huge effect on the team.', 'It had a huge affect on the team.'],
    [
      'a state that it has later',
      'The claim of Ms Roth was granted.',
      'The claim of Ms Roth is pending. After a week it was granted.',
    ],
    ['a new statement', 'The choir will visit the harbour in spring.', notes],
  ])('accepts %s', (_what, output, source) => {
    expect(findings(output, source)).toEqual([])
  })
})

describe('a noun in place of another that the sources tell apart', () => {
  const invoice =
    'Posters cost 6.00 each. The brochures were delivered on 2 October, the posters on 6 October. The posters were printed on recycled paper. Ten damaged brochures were replaced free of charge. A single ticket costs 2.80, a day ticket 7.50.'

  it.each([
    ['as a subject', 'The brochures were printed on recycled paper.', 'contradicted: brochures'],
    ['behind other words', 'Ten damaged posters were replaced free of charge.', 'contradicted: posters'],
    ['with the value of another', 'A day ticket costs 2.80.', 'contradicted: 2.80'],
  ])('is contradicted %s', (_what, output, found) => {
    expect(findings(output, invoice)).toEqual([found])
  })

  it.each([
    [
      'the same is said of it',
      'The letter was opened by Tom.',
      'The parcel came on Monday, the letter on Friday. The parcel was opened by Tom. So was the letter.',
    ],
    ['it may be the same thing', 'The booklets were printed on recycled paper.', `${invoice} The booklets look good.`],
    ['it is told of it', 'The posters were printed on recycled paper.', invoice],
  ])('is not where %s', (_what, output, source) => {
    expect(findings(output, source).filter((one) => one.startsWith('contradicted'))).toEqual([])
  })
})
