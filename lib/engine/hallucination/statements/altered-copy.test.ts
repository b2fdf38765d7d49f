import { describe, expect, it } from 'vitest'
import { detectHallucinations } from '../detect-hallucinations'

const findings = (output: string, source: string) =>
  detectHallucinations({ output, sources: [{ id: 's', text: source }] })
    .findings.filter(({ type }) => type !== 'unsupported_claim')
    .map(({ verdict, span }) => `${verdict}: ${span.text}`)

const report =
  'The play Cold Harbour was written by Ada Maria Brandt for the stage in Leeds Hall and opened to good reviews. Its first run was seen by Boris Castel, who later bought the rights. The tower in Port Ellis is 96 metres tall (about twice the mast) and is seen from every house. After the storm the Derby Rovers beat the Hull Wanderers by 3 goals in front of a small crowd. After the storm the Derby Rovers lowered their prices by a third for the whole of the small crowd.'

describe('a copy in which', () => {
  it.each([
    [
      'two names of several words have changed places',
      'The play Leeds Hall was written by Ada Maria Brandt for the stage in Cold Harbour and opened to good reviews.',
      'contradicted: Leeds',
    ],
    [
      'the name is another of the sources',
      'The play Cold Harbour was written by Boris Castel for the stage in Leeds Hall and opened to good reviews.',
      'contradicted: Boris Castel',
    ],
    [
      'a word became its opposite',
      'After the storm the Derby Rovers raised their prices by a third for the whole of the small crowd.',
      'contradicted: raised',
    ],
    [
      'the number has another unit, and an aside is left out',
      'The tower in Port Ellis is 96 feet tall and is seen from every home.',
      'contradicted: 96 feet',
    ],
  ])('%s is contradicted', (_what, output, found) => {
    expect(findings(output, report)).toContain(found)
  })

  it.each([
    [
      'nothing has changed but a synonym',
      'After the gale the Derby Rovers beat the Hull Wanderers by 3 goals in front of a small crowd.',
    ],
    [
      'a name is shortened',
      'The play Cold Harbour was written by Ada Brandt for the stage in Leeds Hall and opened to good reviews.',
    ],
    [
      'the voice has changed',
      'After the storm the Hull Wanderers were beaten by the Derby Rovers by 3 goals in front of a small crowd.',
    ],
  ])('%s is not', (_what, output) => {
    expect(findings(output, report)).toEqual([])
  })

  it('a name stands for another name of the same person is not contradicted', () => {
    const source =
      'James Dixon Swan, better known as Jimmy Barnes, is a singer. James Dixon Swan was born in Glasgow in the spring of a hard year.'
    expect(findings('Jimmy Barnes was born in Glasgow in the spring of a hard year.', source)).toEqual([])
  })
})
