import { describe, expect, it } from 'vitest'
import { detectHallucinations } from '../detect-hallucinations'

const findings = (output: string, source: string) =>
  detectHallucinations({ output, sources: [{ id: 's', text: source }] })
    .findings.filter(({ type }) => type !== 'unsupported_claim')
    .map(({ verdict, span }) => `${verdict}: ${span.text}`)

const printer = 'The printer may need a new head. The fund could outgrow its rival next year.'
const chairs = 'Two of the chairs were in the wrong colour (grey instead of black).'
const queue = 'We only changed the queue, from RabbitMQ to Kafka, because we needed replay.'
const climb = 'The summit was reached on day 7 by Sara and Tenzin; Olek waited at camp C.'
const audit = 'The auditors praised the logging and criticised the key rotation.'
const router = 'They moved the timeout from the client to the request. The train runs from Leeds to York.'
const review =
  'Dana: The loop never sleeps. Yusuf: I moved the timeout to the request. Dana: The cache test is missing.'
const mail =
  'From: Priya Nair\nTo: Tom Ash\nSubject: Invoice\n\nTom, I told Greta that the second half follows in July.'
const firm = 'In 2003 their daughter Karin took over. Astrid Vik retired in 2010. The firm sold its mill to Rosenau.'
const log = 'At 02:19 Sofia Melo was paged. She failed over to the replica and restarted the queue. Hugo Tan slept.'
const survey = 'Roof: sound, built 2009. Wiring: replaced in 2018. Boiler: made by Brandt, 21 years old.'
const flights =
  '1) TP 238 Porto 07:05, nonstop, 189 EUR\n2) LX 2085 Porto 12:30, nonstop, 244 EUR\n3) IB 1132 Porto 09:15, one stop, 152 EUR'

describe('finds', () => {
  it.each([
    [
      'a direction that was exchanged',
      'They moved the timeout from the request to the client.',
      router,
      'contradicted: request',
    ],
    ['the value of another item', 'IB 1132 leaves at 12:30.', flights, 'contradicted: 12:30'],
    [
      'what is missing',
      'There are signs of infection.',
      'Iron is low. No sign of infection.',
      'contradicted: There are signs of infection',
    ],
    [
      'a link that was not found, before a list',
      'The study found a link between night shifts and migraine.',
      'The study followed 312 nurses. It found no link between night shifts and migraine.',
      'contradicted: The study found a link between night shifts',
    ],
  ])('%s', (_what, output, source, found) => {
    expect(findings(output, source)).toEqual([found])
  })
})

describe('accepts', () => {
  it.each([
    ['a hedge in other words', 'The printer might need a new head.', printer],
    ['a denial of the verb', 'User data was not exposed.', 'No user data was exposed.'],
    ['a denial of the object', 'The plant does not produce waste water.', 'The plant produces no waste water.'],
    ['one of two who did not', 'Ken did not sign the lease.', 'Neither Ken nor Ruth signed the lease.'],
    ['a denial of the whole', 'The mayor did not resign.', 'It is not true that the mayor resigned.'],
    ['what came after a but', 'The rug was returned later.', 'The rug was not returned at first, but later it was.'],
    [
      'what came later',
      'The board approved the merger in July.',
      'The board had not approved the merger by June; it approved it in July.',
    ],
    ['a denied list', 'The hotel does not offer parking.', 'The hotel offers no parking and no breakfast.'],
    [
      'another day than the denied one',
      'The bridge was closed on Tuesday.',
      'The bridge was not closed on Monday. It was closed on Tuesday for repairs.',
    ],
    ['a denied passive', 'Flights are not included in the offer.', 'The offer does not include flights or transfers.'],
    ['the same limit', 'The tank holds at most 60 litres.', 'The tank holds no more than 60 litres.'],
    ['a part of a number', 'Two valves leaked.', 'Only two of the five valves leaked.'],
    ['a denial of the subject', 'No user data was exposed.', 'User data was not exposed.'],
    ['a list of names', 'Sara and Tenzin reached the summit on day 7 while Olek waited at camp C.', climb],
    ['what was criticised', 'The auditors liked the logging but not the key rotation.', audit],
    ['a direction', 'The train goes from Leeds to York.', router],
    ['a change', 'The team moved from RabbitMQ to Kafka.', queue],
    ['what is in place of another', 'The chairs were grey instead of black.', chairs],
    ['the speaker', 'Yusuf moved the timeout to the request.', review],
    ['the sender', 'Priya Nair told Greta that the second half follows in July.', mail],
    ['the order', 'Karin took over before Astrid Vik retired.', firm],
    ['a passive', 'The mill was sold to Rosenau.', firm],
    ['the one the pronoun stands for', 'Sofia Melo failed over to the replica.', log],
    [
      'a pronoun as the object',
      'Edith forgave Walter.',
      'In 1934 Walter sold the farm against her wishes. She forgave him.',
    ],
    ['a label', 'The roof was built in 2009, the wiring replaced in 2018.', survey],
    ['an item', 'IB 1132 costs 152 EUR, 37 EUR less than TP 238.', flights],
  ])('%s', (_what, output, source) => {
    expect(findings(output, source)).toEqual([])
  })
})

describe('derives', () => {
  it.each([
    [
      'the years from one to another',
      'She led the institute for 21 years, from 1968 until 1989.',
      'From 1968 to 1989 she led the institute in Linz.',
    ],
    ['the total of a column', 'Together they have 812 members.', 'Club,Members,Town\nOwls,410,Ulm\nCrows,402,Trier'],
    [
      'the difference of two rows',
      'Owls have 410 members, 108 more than the Crows.',
      'Club | Members\nOwls | 410\nCrows | 302\nJays | 99',
    ],
    [
      'the difference of two rows that are named',
      'The price of Owl is 108 higher than that of Crow.',
      'Model | Price\nOwl | 410\nCrow | 302\nJay | 99',
    ],
    [
      'a difference after its unit',
      'It costs 244 euros, 55 more than the train.',
      'The flight is 244 EUR. The train is 189 EUR.',
    ],
  ])('%s', (_what, output, source) => {
    expect(findings(output, source)).toEqual([])
  })
})

describe('an aside in brackets', () => {
  const ford =
    'Aleksander Ford (born Mosze Lifszyc; 24 November 1908 in Kiev, Russian Empire – 4 April 1980 in Naples, Florida) was a Polish film director; and head of the Polish Film Crew in the Soviet Union.'
  const budgets =
    'The budget of Leeds (set in March, when Ada Brown chaired the board) is $40,000 and that of Derby (set in May) $12,000.'

  it.each([
    ['does not change who the rest is about', 'Aleksander Ford was a Polish film director.', ford, []],
    [
      'leaves the rest to be denied',
      'Aleksander Ford was not a Polish film director.',
      ford,
      ['contradicted: Aleksander Ford was not a Polish film director'],
    ],
    ['keeps what is said after it', 'The budget of Leeds is $40,000.', budgets, []],
    ['keeps values apart', 'The budget of Derby is $40,000.', budgets, ['contradicted: $40,000']],
  ])('%s', (_, output, source, expected) => {
    expect(findings(output, source)).toEqual(expected)
  })
})

it('takes a value that could follow from two others for another one where all else is copied', () => {
  const source =
    'Coming off their win over the Rams, the Bears flew to the Metrodome for a Week 13 rematch with the Vikings, with 1 game left and first place in the division on the line for both of them that year.'
  const copy =
    'Coming off their win over the Rams, the Bears flew to the Metrodome for a Week 12 rematch with the Vikings.'
  expect(findings(copy, source)).toEqual(['contradicted: 12'])
})

it.each([
  ['The fare is €597.', ['contradicted: €597']],
  ['The fee is €100.', ['unverifiable: €100']],
  ['The fee is $100.', []],
])(
  'amounts in a currency that no source has are unverifiable, or contradicted where one has them in another: %s',
  (output, expected) => {
    expect(findings(output, 'The fare is $597 and the fee 100.')).toEqual(expected)
  },
)

describe('a month behind "by"', () => {
  it('is nobody who did it', () => {
    const works = 'Works on the depot begin in September if the state grant is paid by August.'
    expect(findings('Works begin in September if the state grant arrives by August.', works)).toEqual([])
  })
})
