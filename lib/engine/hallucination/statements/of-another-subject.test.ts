import { describe, expect, it } from 'vitest'
import { detectHallucinations } from '../detect-hallucinations'

const findings = (output: string, source: string) =>
  detectHallucinations({ output, sources: [{ id: 's', text: source }] })
    .findings.filter(({ verdict }) => verdict === 'contradicted')
    .map(({ span }) => span.text)

const plants =
  'The Halden plant opened in 1974. The Corran plant opened in 1991. Repairs at the Halden plant cost $48,200. The Corran plant spent $61,750 on repairs. The permit of the Halden plant is PX-11873. The permit of the Corran plant is PX-90412. The report of the Halden plant is at https://halden.example/r/12 for all. The report of the Corran plant is at https://corran.example/r/77 for all. Both plants were inspected on 4 May 2020.'

describe('a value that the sources tell only of another subject', () => {
  it.each([
    ['a year', 'The Halden plant dates from 1991.', '1991'],
    ['an amount told in another form', 'The bill for repairs of the Halden plant was $61,750.', 'Halden'],
    ['an identifier', 'The Corran plant works under PX-11873.', 'Corran'],
    ['a link', 'See https://corran.example/r/77 for the Halden plant.', 'https://corran.example/r/77'],
  ])('is contradicted: %s', (_what, output, found) => {
    expect(findings(output, plants)).toEqual([found])
  })

  it.each([
    ['the subject of the value', 'The Corran plant dates from 1991.'],
    ['both subjects', 'The Corran plant dates from 1991, the Halden plant from 1974.'],
    ['a comparison', 'The Halden plant spent less than $61,750.'],
    ['a value of both', 'The inspection of the Halden plant was on 4 May 2020.'],
    ['a name that the sources do not have', 'In 1991 the Corran plant opened near Selby.'],
  ])('is not where there is %s', (_what, output) => {
    expect(findings(output, plants)).toEqual([])
  })

  it('is not where the sources tell of the two in no common form', () => {
    const source = 'The Halden plant is old. Its owner, Mr Castel, bought the Corran mill in 1991.'
    expect(findings('The Halden plant changed hands in 1991.', source)).toEqual([])
  })
})

describe('one of several things of a kind', () => {
  const match =
    'John Kasay kicked a 49-yard field goal. After a fumble, San Diego struck in the second quarter with a 25-yard field goal. Carolina would end the half as Kasay kicked a 21-yard field goal. Kicker Shaun Suisham of the Falcons nailed a 48-yard field goal, yet Jason Elam of the Falcons made a field goal of 33 yards.'

  it.each([
    ['has its own value', 'Kasay kicked a 49-yard field goal.'],
    ['is counted apart', "San Diego's first field goal was 25 yards."],
    ['need not be the only one of a kind', 'Jason Elam is a kicker for the Falcons.'],
  ])('%s', (_what, output) => {
    expect(findings(output, match)).toEqual([])
  })
})
