import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contradictedBy, type Told, testTold } from '../../testing/contradicted'

const told: readonly Told[] = [
  {
    what: 'which of two is more',
    source:
      'The Otter trail is 12 miles long. The Raven trail is 30 km long, which few walk in a day. The Otter trail is 14 m wide. The Raven trail lies 80 m above the sea. In May the Otter trail had 410 visitors. The Raven trail had 385 visitors in May. The warden of the Raven trail is Zoe Lind. A day on the Otter trail costs 9 euros. A day on the Raven trail costs 14 euros.',
    right: [
      'The Raven trail is longer than the Otter trail.',
      'The Otter trail had more visitors than the Raven trail.',
      'The Otter trail is cheaper than the Raven trail.',
      'The Raven trail is more expensive than the Otter trail.',
      'The Otter trail is steeper than the Raven trail.',
      'The Otter trail is wider than the Raven trail.',
      'The Raven trail is wider than the Otter trail.',
      'The Otter trail is older than the Raven trail.',
      'The Otter trail is not longer than the Raven trail.',
      'The Otter trail has more benches than the Raven trail.',
    ],
  },
  {
    what: 'which of two is more',
    source:
      'Maria Olsen was born in 1995. Peter Dahl, born in 1971, teaches at the school. The Corvin mill was built in 1850. The Hadley mill opened in 1790. Panel A17 weighs 13.5 kg. The weight of Panel B22 is 21 kg. Northfield has 12,400 inhabitants. 88,000 people live in Easton. The Lind lock rises 30 feet. It is a climb of 45 feet at the Moor lock. The Colne plant lies 861 km from the coast, the Halden plant 203 km. The Brenn plant lies 203 km from the coast. The Tarn plant lies 90 km from the coast.',
    right: [
      'The Lind lock rises more than the Moor lock.',
      'Maria Olsen is younger than Peter Dahl.',
      'Panel B22 is heavier than Panel A17.',
      'Easton is larger than Northfield.',
      'The Tarn plant lies nearer to the coast than the Brenn plant.',
      'The Moor lock rises more than the Lind lock.',
      'The Hadley mill is newer than the Corvin mill.',
      'The Corvin mill is larger than the Hadley mill.',
    ],
  },
  {
    what: 'which is most',
    source:
      'The Brisa comes in blue. The Cima costs 834 dollars. The price of the Brisa is 435 dollars. The Alto costs 898 dollars.',
    right: [
      'The Cima is the most expensive of the four models.',
      'The Alto is the most expensive of the three models.',
    ],
  },
  {
    what: 'which is most',
    source:
      'The Marble plan costs $44 a month. The Onyx plan is $123 a month. The Basalt plan is $96 a month. The Jasper plan is $9 a year.',
    right: [
      'The most expensive plan is the Onyx plan.',
      'The cheapest plan by the month is the Marble plan.',
      'The Marble plan is the cheapest.',
    ],
  },
  {
    what: 'which is most',
    source:
      'The Dresden team scored 34 goals. 40 goals came from the Potsdam team. The Weimar team scored 26 goals. The Dresden team conceded 51 goals.',
    right: [
      'It was the Potsdam team that scored the most goals.',
      'Of the three, the Weimar team scored the fewest goals.',
    ],
  },
  {
    what: 'which is most',
    source: '| name | goals |\n|---|---|\n| Potsdam team | 26 |\n| Weimar team | 90 |\n| Dresden team | 80 |',
    right: ['Of the three, the Weimar team had the most goals.', 'It was the Weimar team that scored the most goals.'],
  },
  {
    what: 'which is most',
    source: '[{"name":"Basalt plan","price":31},{"name":"Onyx plan","price":41}]',
    right: ['The Basalt plan is the cheapest of the two plans.'],
  },
  {
    what: 'which is most',
    source:
      'The Arden bridge is 410 metres long and carries two lanes. The Colne bridge has a length of 0.8 km. The Tamble bridge is 90 metres long. The Arden bridge was built in 1904. The Colne bridge was built in 1871. The Colne bridge is 12 metres wide. In May the Arden team closed 40 tickets. In May the Colne team closed 31 tickets. In June the Tamble team closed 90 tickets. The York office employs 66 people. At the Leeds office 820 people work. The Leeds office faces the river.',
    right: [
      'The Arden bridge is the longest of the monuments.',
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
    ],
  },
  {
    what: 'what is the most of all',
    source:
      'The most frequent wish was longer opening hours, followed by vegan dishes and lower prices. The largest customer is Norden Freight. The main reason for leaving was the commute. The best answer was given by two people.',
    right: [
      'Longer opening hours were the most frequent wish.',
      'The most frequent wish was to have longer hours.',
      'Lower prices were one of the most frequent wishes.',
      'Lower prices were not the most frequent wish.',
      'The second most frequent wish was vegan dishes.',
    ],
  },
  {
    what: 'who won',
    source:
      'Round 6: Harbour Rovers 3, Dunmore Athletic 1. Kelso United 0, Marford Town 0. In the runoff Della Fox received 5,412 votes and Ian Moreau 4,980. In Ash Hill, Noor Hadi won 38 percent and Gwen Price 34 percent. Reed is 41, Stone 44. Lind ranked number 1 and Berg number 2. Adler 68, Moss 71 (golf). The Spurs beat the Mavericks 107-89.',
    right: [
      'Harbour Rovers beat Dunmore Athletic.',
      'Dunmore Athletic lost to Harbour Rovers.',
      'Dunmore Athletic beat Harbour Rovers last year.',
      'Reed beat Stone.',
      'Lind beat Berg.',
      'Adler beat Moss.',
      'The Mavericks lost to the Spurs 107-89.',
      'The Spurs won the game 107-89.',
      'Dunmore Athletic could have beaten Harbour Rovers.',
    ],
  },
  {
    what: 'parts and multiples',
    source: '80 % of the users agreed.',
    right: ['More than half of the users agreed.', 'Half of the users did not agree.'],
  },
  {
    what: 'each of several',
    source:
      'Late forms are not accepted, unless the post was on strike. Guests may use the pool if they stay two nights. Breakfast is included. Coffee is included in the price. All other drinks are paid in the bar. Only Tom and I have a code for the safe. The tower has four lifts. Two of the four lifts stopped. Staff may fly business class only on flights longer than six hours. Late fees are charged only for adults. The ferry sails only from Monday to Friday. Rooms may be cancelled free of charge, unless the saver rate was booked.',
    right: [
      'Late forms are not accepted.',
      'Late forms are never accepted, unless the post was on strike.',
      'Guests may always use the pool if they stay two nights.',
      'All other drinks are paid in the bar.',
      'Two lifts stopped.',
      'Every adult is charged late fees.',
      'Staff may fly business class on all long flights.',
      'The ferry sails every Monday.',
      'The ferry sails on all weekdays.',
      'Not all drinks are included.',
    ],
  },
  {
    what: 'rises and falls',
    source:
      'Net debt at the end of 2024: 120, a year before 135. Revenue 2024: 412; 2023: 388. Employees: 2,310 (2023: 2,270). Coverage: 81.4 % (previous build 82.0 %). Participation was 74 %, against 69 % in the year before. Error rate: 3 % (was 2 %). Stock: 40, 50 in transit. The board raised the fee from 5 to 6. Churn is 4 % (was 4 %). Orders were 412 and returns were 388. Profit was 412 against a forecast of 388. Online sales reached 2.3 million euros in the third quarter, compared with 2.6 million in the second. Margin was 14 % compared to a plan of 12 %.',
    right: [
      'Net debt fell, and revenue grew by 24.',
      'Revenue fell in 2023.',
      'Revenue fell in the Nordics.',
      'Stock fell.',
      'Churn fell.',
      'Orders fell.',
      'Profit fell.',
      'The margin fell.',
      'Revenue may fall.',
      'Revenue did not rise.',
      'Participation in debt improved.',
    ],
  },
]

/** Sources, and what is right by each. */
const pairs: readonly (readonly [source: string, right: string])[] = [
  [
    'Panel A17 measures 154 cm along its longer side. Panel B22 measures 140 cm along its longer side. Panel A17 lasts 15 years. Panel B22 lasts 26 years.',
    'Panel B22 lasts longer than Panel A17.',
  ],
  [
    'Mount Ospin has snow in June. Mount Ospin is 2,628 metres high. Mount Belden rises to 3,599 metres. Mount Kara is 3,449 metres high.',
    'Mount Belden is the highest of the three mountains.',
  ],
  [
    'Corwen has 53,455 inhabitants. The population of Fenwick is 54,617. The population of Ashby is 15,034.',
    'Fenwick is the largest town.',
  ],
  [
    'The Juniper team sold 25 licences. 247 licences were sold by the Cedar team. The Marble team sold 90 licences.',
    'The Cedar team sold the most licences.',
  ],
  ['Model T1 scored 613 points. Model R5 scored 802 points.', 'Model R5 scored the highest.'],
  ['Team Blue won 24 medals. Team Green won 46 medals. Team Amber won 30 medals.', 'Team Green won the most medals.'],
  [
    'Alder Bank charges $445 a year. A year at Birch Bank costs $170. Rowan Bank charges $306 a year.',
    'Birch Bank is the cheapest of the three banks.',
  ],
  [
    'The most frequent wish was longer opening hours, followed by vegan dishes and lower prices. The largest customer is Norden Freight. The main reason for leaving was the commute. The best answer was given by two people. In Ulm lower prices were the most frequent wish.',
    'Lower prices were the most frequent wish.',
  ],
  [
    'Round 6: Harbour Rovers 3, Dunmore Athletic 1. Kelso United 0, Marford Town 0. In the runoff Della Fox received 5,412 votes and Ian Moreau 4,980. In Ash Hill, Noor Hadi won 38 percent and Gwen Price 34 percent. Reed is 41, Stone 44. Lind ranked number 1 and Berg number 2. Adler 68, Moss 71 (golf). The Spurs beat the Mavericks 107-89. In May Dunmore Athletic met Harbour Rovers again.',
    'Dunmore Athletic beat Harbour Rovers.',
  ],
  ['33 % of the users agreed.', 'A third of the users agreed.'],
  ['30 % of the users agreed.', 'A quarter of the users agreed.'],
  ['About half of the users agreed.', '50 % of the users agreed.'],
  ['Sales rose by 20 % in May.', 'Sales should have doubled in May.'],
  ['50 % of the users agreed.', 'About half of the users agreed.'],
  ['58 % of the users agreed.', 'About half of the users agreed.'],
  ['46 % of the users agreed.', 'Nearly half of the users agreed.'],
  ['67 % of the users agreed.', 'Two thirds of the users agreed.'],
  ['Two thirds of the users agreed.', '67 % of the users agreed.'],
  ['Sales rose by 100 % in May.', 'Sales doubled in May.'],
  ['Sales rose by 140 % in May.', 'Sales more than doubled in May.'],
  ['Sales fell by 50 % in May.', 'Sales halved in May.'],
  ['Sales are 200 % of those of May.', 'Sales are twice those of May.'],
  ['80 % of the new users agreed.', 'Half of the users agreed.'],
  ['Sales rose by 20 % in June.', 'Sales doubled in May.'],
  ['80 % of the game was dull.', 'The second half of the game was dull.'],
  ['4 of 4 checks passed.', 'All 4 checks passed.'],
  ['3 of 4 checks passed, one was skipped.', 'All three checks that ran passed.'],
  ['3 of 4 checks passed. The valves passed.', 'All four valves passed.'],
]

describe('statements of what is more, most, a part or changed', () => {
  testTold(told)
  it.each(pairs)('%s does not contradict: %s', (source, right) => expect(contradictedBy(source, right)).toEqual([]))
})

describe('of any two values', () => {
  const forms = [
    [(name: string, value: number) => `The ${name} bridge is ${value} metres long.`, 'longer', 'shorter'],
    [(name: string, value: number) => `${name} has ${value} inhabitants.`, 'larger', 'smaller'],
    [(name: string, value: number) => `The ${name} model costs $${value}.`, 'more expensive', 'cheaper'],
  ] as const

  it('the true comparison is never contradicted', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...forms),
        fc.integer({ min: 20, max: 999 }),
        fc.integer({ min: 20, max: 999 }),
        (form, a, b) => {
          fc.pre(a !== b)
          const [say, more, less] = form
          const source = `${say('Arden', a)} ${say('Colne', b)}`
          const [high, low] = a > b ? ['Arden', 'Colne'] : ['Colne', 'Arden']
          const thing = /bridge|model/.exec(source)?.[0]
          const name = (one: string) => (thing ? `The ${one} ${thing}` : one)
          for (const [one, word, other] of [
            [high, more, low],
            [low, less, high],
          ] as const)
            expect(
              contradictedBy(source, `${name(one)} is ${word} than ${name(other).replace('The', 'the')}.`),
            ).toEqual([])
        },
      ),
      { numRuns: 100 },
    )
  })
})
