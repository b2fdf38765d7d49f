import { describe, expect, it } from 'vitest'
import { detectHallucinations } from '../detect-hallucinations'

const findings = (output: string, source: string) =>
  detectHallucinations({ output, sources: [{ id: 's', text: source }] })
    .findings.filter(({ type }) => type !== 'unsupported_claim')
    .map(({ verdict, span }) => `${verdict}: ${span.text}`)

const bridges =
  'The Arden bridge is 410 metres long and carries two lanes. The Colne bridge has a length of 0.8 km. The Tamble bridge is 90 metres long. The Arden bridge was built in 1904. The Colne bridge was built in 1871. The Colne bridge is 12 metres wide. In May the Arden team closed 40 tickets. In May the Colne team closed 31 tickets. In June the Tamble team closed 90 tickets. The York office employs 66 people. At the Leeds office 820 people work. The Leeds office faces the river.'

const models =
  'The Brisa comes in blue. The Cima costs 834 dollars. The price of the Brisa is 435 dollars. The Alto costs 898 dollars.'

const mountains =
  'Mount Ospin has snow in June. Mount Ospin is 2,628 metres high. Mount Belden rises to 3,599 metres. Mount Kara is 3,449 metres high.'

it.each([
  ['Mount Ospin is the highest of the three mountains.', ['contradicted: highest']],
  ['Mount Kara is the lowest of the three mountains.', ['contradicted: lowest']],
  ['Mount Belden is the highest of the three mountains.', []],
])('a name shares a word with others: %s', (output, found) => {
  expect(findings(output, mountains)).toEqual(found)
})

describe('a superlative of as many as are told of', () => {
  it.each([
    ['The Cima is the most expensive of the three models.', ['contradicted: most']],
    ['The Cima is the most expensive of the four models.', ['unverifiable: most']],
    ['The Alto is the most expensive of the three models.', []],
    ['The Alto is the cheapest of the three models.', ['contradicted: cheapest']],
  ])('%s', (output, found) => {
    expect(findings(output, models)).toEqual(found)
  })
})

const plans =
  'The Marble plan costs $44 a month. The Onyx plan is $123 a month. The Basalt plan is $96 a month. The Jasper plan is $9 a year.'
const towns = 'Corwen has 53,455 inhabitants. The population of Fenwick is 54,617. The population of Ashby is 15,034.'
const teams =
  'The Juniper team sold 25 licences. 247 licences were sold by the Cedar team. The Marble team sold 90 licences.'
const scores = 'Model T1 scored 613 points. Model R5 scored 802 points.'
const list = JSON.stringify([
  { name: 'Basalt plan', price: 31 },
  { name: 'Onyx plan', price: 41 },
])

const hotels = 'A night at Hotel Aurelia costs $40. Hotel Bristol charges $90 a night.'
const medals = 'Team Blue won 24 medals. Team Green won 46 medals. Team Amber won 30 medals.'

const banks = 'Alder Bank charges $445 a year. A year at Birch Bank costs $170. Rowan Bank charges $306 a year.'
const goals =
  'The Dresden team scored 34 goals. 40 goals came from the Potsdam team. The Weimar team scored 26 goals. The Dresden team conceded 51 goals.'
const goalTable = '| name | goals |\n|---|---|\n| Potsdam team | 26 |\n| Weimar team | 90 |\n| Dresden team | 80 |'

describe('a superlative in another order, of a verb, a list or a kind', () => {
  it.each([
    ['The most expensive plan is the Basalt plan.', plans, ['contradicted: most']],
    ['Of the four plans, the Basalt plan is the most expensive.', plans, ['contradicted: most']],
    ['The most expensive plan is the Onyx plan.', plans, []],
    ['The cheapest plan by the month is the Marble plan.', plans, []],
    ['The Marble plan is the cheapest.', plans, []],
    ['Corwen is the largest of the towns.', towns, ['contradicted: largest']],
    ['The smallest town is Corwen.', towns, ['contradicted: smallest']],
    ['Fenwick is the largest town.', towns, []],
    ['The Juniper team sold the most licences.', teams, ['contradicted: most']],
    ['Of the three, the Marble team sold the fewest licences.', teams, ['contradicted: fewest']],
    ['The Cedar team sold the most licences.', teams, []],
    ['Model T1 scored the highest.', scores, ['contradicted: highest']],
    ['Model R5 scored the highest.', scores, []],
    ['Hotel Bristol is the cheapest.', hotels, ['contradicted: cheapest']],
    ['Team Green won the most medals.', medals, []],
    ['Alder Bank is the cheapest.', banks, ['contradicted: cheapest']],
    ['Birch Bank is the cheapest of the three banks.', banks, []],
    ['It was the Weimar team that scored the most goals.', goals, ['contradicted: most']],
    ['It was the Potsdam team that scored the most goals.', goals, []],
    ['Of the three, the Weimar team scored the fewest goals.', goals, []],
    ['Of the three, the Weimar team had the most goals.', goalTable, []],
    ['The Potsdam team scored the most goals.', goalTable, ['contradicted: most']],
    ['It was the Weimar team that scored the most goals.', goalTable, []],
    ['The cheapest plan is the Onyx plan.', list, ['contradicted: cheapest']],
    ['Of the two plans, the Basalt plan is the most expensive.', list, ['contradicted: most']],
    ['The Basalt plan is the cheapest of the two plans.', list, []],
  ])('%s', (output, source, found) => {
    expect(findings(output, source)).toEqual(found)
  })
})

describe('a superlative', () => {
  it.each([
    ['The Arden bridge is the longest of the three bridges.', 'contradicted: longest'],
    ['The Arden bridge is the shortest.', 'contradicted: shortest'],
    ['The Colne bridge is the newest of the bridges.', 'contradicted: newest'],
    ['The Arden bridge is the oldest bridge.', 'contradicted: oldest'],
    ['The Arden bridge is the longest of the monuments.', 'unverifiable: longest'],
    ['The Colne team closed the most tickets.', 'contradicted: most'],
    ['The Arden team closed the fewest tickets.', 'contradicted: fewest'],
  ])('is wrong where another has more of the measure: %s', (output, found) => {
    expect(findings(output, bridges)).toEqual([found])
  })

  it.each([
    'The Colne bridge is the longest of the three bridges.',
    'The Tamble bridge is the shortest.',
    'The Colne bridge is the oldest of the two.',
    'The Colne bridge is not the longest.',
    'The Arden bridge is the second longest.',
    'The Arden bridge is one of the longest bridges.',
    'The Arden team closed the most tickets.',
    'The Colne bridge is the widest.',
    'The Arden bridge is the heaviest.',
    'The Leeds office employs the most people.',
  ])('is not where it agrees or is not told: %s', (output) => {
    expect(findings(output, bridges)).toEqual([])
  })
})
