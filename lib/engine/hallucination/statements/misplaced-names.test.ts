import { describe, expect, it } from 'vitest'
import { contradictedBy } from '../../testing/contradicted'
import { detectHallucinations } from '../detect-hallucinations'

describe('reports a statement of the sources about another', () => {
  const source =
    'The northern fleet left Veracruz on 3 May with 22 ships. The southern fleet under Prieto left Callao on 9 May. Soto withdrew to Panama, where he repaired his flagship. Last week the papers praised Prieto and Soto.'
  const contradicted = (output: string) => contradictedBy(source, output)

  it.each([
    ['Prieto withdrew to Panama, where he repaired his flagship.', ['Prieto']],
    ['The northern fleet left Callao on 3 May with 22 ships.', ['Callao']],
    ['The northern fleet left Veracruz on 9 May with 22 ships.', ['9 May']],
    ['Soto withdrew to Panama, where he repaired his flagship.', []],
    ['The southern fleet under Prieto left Callao on 3 May.', ['3 May']],
    ['The southern fleet left Callao on 9 May.', []],
    ['The papers praised Soto and Prieto.', []],
    ['Panama: he repaired his flagship there.', []],
  ])('%s', (output, names) => {
    expect(contradicted(output)).toEqual(names)
  })
})

describe('who won against whom', () => {
  const source =
    'The Spurs beat the Mavericks 107-89 on Monday in Dallas. In the first quarter, Tennessee drew first blood with a goal of Rob Bironas and a run of Chris Johnson.'
  const contradicted = (output: string) => contradictedBy(source, output)

  it.each([
    ['The Mavericks lost to the Spurs 107-89 on Monday in Dallas.', []],
    ['Tennessee drew first blood with a goal of Rob Bironas and a run of Chris Johnson in the first quarter.', []],
  ])('%s', (output, expected) => {
    expect(contradicted(output)).toEqual(expected)
  })
})

it('brackets and foreign words in quotes are no record', () => {
  const source =
    'Zografeion Lyceum (Turkish: "Özel Zoğrafyon Rum Lisesi" , Greek) is one of the open Greek schools in Istanbul.'
  const output = source.replace(' is one', ' is not one')
  const { findings } = detectHallucinations({ output, sources: [{ id: 's', text: source }] })
  expect(findings).toMatchObject([{ verdict: 'contradicted', span: { text: 'not' } }])
})

it('an office told with "\'s" is the same as with "of"', () => {
  const source = 'Ada Ek is the mayor of Torsby and Karl Wik is the sheriff.'
  const { findings } = detectHallucinations({
    output: "Torsby's mayor is Ada Ek.",
    sources: [{ id: 's', text: source }],
  })
  expect(findings.filter(({ verdict }) => verdict === 'contradicted')).toEqual([])
})

it.each([
  ['The Nile is longer than the Danube.', 'The Danube is 2,850 km long, the Nile 6,650 km.'],
  ['Tom and Eva have two sons, Max and Leo.', 'Max and Leo are the sons of Tom and Eva.'],
])('what is told from the other side exchanges nothing: %s', (output, text) => {
  const { findings } = detectHallucinations({ output, sources: [{ id: 's', text }] })
  expect(findings.filter(({ verdict }) => verdict === 'contradicted')).toEqual([])
})
