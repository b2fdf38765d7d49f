import { describe, expect, it } from 'vitest'
import { detectHallucinations } from '../detect-hallucinations'

const findings = (output: string, source: string) =>
  detectHallucinations({ output, sources: [{ id: 's', text: source }] }).findings.filter(
    ({ type }) => type !== 'unsupported_claim',
  )
const contradicted = (output: string, source: string) =>
  findings(output, source).flatMap(({ verdict, span }) => (verdict === 'contradicted' ? span.text : []))

const sites = 'The depot in Ulm employs 85 people and the one in Trier 140. Trier repairs engines; Ulm repairs brakes.'
const rules =
  'Parcels under 5 kg travel free. Smoking is forbidden in the hall. Most of the lockers are full. Refunds are paid within 60 days with a receipt.'
const gas = 'Gas prices fell in May, while oil prices rose sharply. A second dose doubled the effect.'
const firms = 'The bakery Olm bought the mill Tarn in 2019. Ms. Brandt was replaced by Mr. Keller in June.'
const flags =
  '[{"order": "A17", "paid": false, "item": "lamp", "price": 34}, {"order": "B20", "paid": false, "item": "stool", "price": 52}]'
const order = '{"order": "C30", "status": "cancelled", "refund": {"state": "pending"}}'
const hours = 'The café closes at 5 pm; the shop closes at 6 pm.'
const advice = 'Do not take Veltrin with milk. Never call the ward before noon.'
const trial = 'No serious side effects occurred. The study cost 9.4 million, of which Orvane paid 6.1 million.'
const table = '| Region | May | June |\n|---|---|---|\n| North | 412 | 388 |\n| South | 295 | 341 |'

describe('contradicts', () => {
  it.each([
    ['a value of another', 'The depot in Ulm employs 140 people.', sites, '140'],
    ['an opposite in one clause', 'Gas prices rose in May.', gas, 'rose'],
    ['a permission', 'Smoking is allowed in the hall.', `Pets are allowed. ${rules}`, 'allowed'],
    ['another amount', 'All of the lockers are full.', rules, 'All'],
    ['a dropped condition', 'Refunds are paid within 60 days without a receipt.', rules, 'without'],
    ['another multiple', 'A second dose tripled the effect.', gas, 'tripled'],
    ['the field of a record', 'The order A17 is paid.', flags, 'paid'],
    ['the state of a record', 'Your order C30 has not been cancelled.', order, 'cancelled'],
    ['a denial that was left out', 'Serious side effects occurred.', trial, 'Serious'],
    ['a value of another record', 'The stool has a price of 34.', flags, '34'],
    ['a value joined from two places', 'The shop closes at 5 pm.', hours, '5'],
    [
      'what must not be, as what should',
      'Veltrin should be taken with milk.',
      advice,
      'Veltrin should be taken with milk',
    ],
  ])('%s', (_what, output, source, text) => {
    expect(contradicted(output, source)).toEqual([text])
  })

  it('a time of day at the very end of the output or the source', () => {
    expect(contradicted('The clinic opens at 9:30', 'The clinic opens at 8:15')).toEqual(['9:30'])
  })

  it('a rise to less and a fall to more', () => {
    expect(contradicted('Sales rose from 412 to 388 in June.', table)).toEqual(['rose from 412 to 388 in'])
    expect(contradicted('Sales fell from 388 to 412.', 'Sales were 412 and 388.')).toEqual(['fell from 388 to 412'])
  })
})

describe('does not contradict', () => {
  it.each([
    ['what stands joined in the sources', 'The shop closes at 6 pm.', hours],
    ['what must not be at another time only', 'You should call the ward after noon.', advice],
  ])('%s', (_what, output, source) => {
    expect(contradicted(output, source)).toEqual([])
  })
})

const policy = 'Sum insured: EUR 60,000. Listed items: 1) violin, EUR 8,400; 2) engagement ring, EUR 3,950.'
const bill =
  'INVOICE 2026-0387 | Date 17 April 2026 | Due 17 May 2026\nProgrammes 920.00\nPosters 260.00\nTotal EUR 1,505.35'
const flights =
  '[{"flight":"TP 1","stops":0,"seats":3},{"flight":"LH 2","stops":1,"seats":9},{"flight":"SK 4","stops":0,"seats":1}]'

describe('accepts', () => {
  it.each([
    ['a value of what a clause goes on from', 'The second item is the engagement ring, insured for €3,950.', policy],
    ['an amount beside the number of its invoice', 'The invoice over €1,505.35 is due on 17 May 2026.', bill],
    ['what amounts come to', 'Programmes and posters come to 1,180 euros.', bill],
    ['a count of records', 'There are two non-stop flights: TP 1 and SK 4.', flights],
    [
      'what a record of JSON costs for two',
      'The total cost for two passengers is $348.',
      '{"flight":"H1","economy":174}',
    ],
    [
      'a build that took longer than another',
      'Build 12 took longer than build 11.',
      'build 11: 3m34s\nbuild 12: 4m12s',
    ],
    [
      'one name against another',
      'Mr Lee, not Ms Ono, signed the letter.',
      'The letter was signed by Mr Lee on behalf of Ms Ono.',
    ],
    [
      'a difference in points',
      'Group A improved by 7 points more than group B.',
      'Group A improved by 12 points, group B by 5.',
    ],
    [
      'a corrected count',
      'Three valves are being replaced.',
      'The water will be off because two valves are being replaced. Correction: it is three valves, not two.',
    ],
    [
      'a comparison of two changes',
      'HbA1c fell more in the diet group than under usual care.',
      'Mean HbA1c fell by 0.9 points in the diet group and by 0.2 points under usual care.',
    ],
    [
      'a measure beside bare numbers',
      'After half a year, the diet group had lost 5.4 kg.',
      'Of 312 adults, 158 were assigned to the diet group and 154 to usual care. Body weight fell by 5.4 kg and 1.1 kg.',
    ],
    [
      'the year after another',
      'Arana received the medal in 2004.',
      'She received the medal in 2003, one year before Arana.',
    ],
    ['a denied state of an older record', 'C30 is not open.', `[{"order": "C30", "status": "open"}, ${order}]`],
    ['a denial that goes on', 'C30 has not been cancelled by the shop.', order],
    ['what is left', 'Orvane paid 6.1 million, which leaves 3.3 million.', trial],
    ['a value of an elliptic clause', 'The depot in Trier employs 140 people.', sites],
    ['statements in another order', 'Ulm repairs brakes, Trier engines.', sites],
    [
      'a verb of the other side',
      'Lund lost both matches with Voss.',
      'In the final Lund meets Voss, who won both matches.',
    ],
    ['a denied opposite', 'The clubhouse fees do not change this year.', 'Fees stay unchanged.'],
    [
      'the rest of a number',
      'Five of the seven members did not vote for the cut.',
      'Two of the seven members voted for the cut.',
    ],
    [
      'with or without',
      'Take one capsule a day, with water or without.',
      'Take one capsule a day with or without water.',
    ],
    [
      'a wish of a person',
      'You are a silver member with 2 bags.',
      'I think that I am a gold member with 2 bags. Tier: silver, 2 bags.',
    ],
    ['a period in other words', 'Take one capsule a day for a week.', 'Take one capsule a day for seven days.'],
    ['a denied field', 'The order A17 is not paid.', flags],
    ['a rise that is one', 'Sales in the South rose from 295 to 341.', table],
    ['a passive', 'Tarn was bought by Olm in 2019.', firms],
    ['a value told with the opposite', 'The store in Lyon opens at 9 am.', 'The store in Lyon closes at 8 pm.'],
    ['what should be', 'Penicillin should not be given again.', 'The patient was given penicillin and got a rash.'],
    ['a value of another year', 'In 2012 the town had 26,900 inhabitants.', 'The town has 28,400 inhabitants.'],
    [
      'the name that a pronoun stands for',
      'Lovelace wrote her notes in 1843.',
      'Ada Lovelace was an English mathematician. She wrote notes on the Analytical Engine in 1843.',
    ],
    [
      'a name that a pronoun may stand for',
      'Norsk Vind sold its first turbine in 2006, to a farm near Voss.',
      'Norsk Vind was founded by Kari Moen. The company builds turbines. It sold its first one in 2006 to a farm near Voss.',
    ],
    [
      'a value of what is not named',
      'It runs on 5 V and draws 1.2 mA.',
      '| Supply | 5 V |\n| Current | 1.2 mA |\n\nA variant with a longer cable follows. It draws 1.4 mA.',
    ],
    [
      'a version',
      'A memory leak in the pool was fixed in 3.9.1.',
      '## 3.9.1\n- Fixed a memory leak in the pool (#812).\n\n## 3.9.0\n- Added a limit of 50.',
    ],
    [
      'a name before what is denied',
      'Lena Hart, the CFO, is not satisfied.',
      'The dividend is suspended. CFO Lena Hart: "We are not satisfied."',
    ],
    [
      'what is listed with owners in brackets',
      'Tomas will write a contract test by 12 May, Priya a canary by 30 May.',
      'Contract test for mappings (owner: Tomas, due 12 May); canary for search (owner: Priya, due 30 May).',
    ],
    [
      'a number of another unit',
      'On Tuesday it rains with 18 mm, on Wednesday 11 mm.',
      'Tuesday: rain, 8 to 11 °C, wind 9 m/s, 18 mm. Wednesday: showers, 7 to 10 °C, wind 12 m/s, 11 mm.',
    ],
    [
      'the next sentence after degrees',
      'The nights get colder until Friday, when it is 4 °C.',
      'Friday: sunny, 4 to 14 °C. A storm warning applies to Wednesday night.',
    ],
    [
      'the rest of what is denied',
      'Only 28 % of those with an error reported it.',
      '61 % reported at least one error in the last year; of these, 72 % did not report it to anybody.',
    ],
    [
      'who was there, too',
      'Von Frisch shared the Nobel Prize of 1973 with Lorenz.',
      'Karl von Frisch described it in 1927 and received the Nobel Prize in 1973, together with Konrad Lorenz.',
    ],
    ['a copy', 'The wheel is not the original one.', 'The wheel, a copy of the original, was added in 2004.'],
    [
      'a minute told from the end',
      'Haas scored the winner in the 88th minute.',
      'Haas, who came on in the 75th minute, scored the winner two minutes from time.',
    ],
  ])('%s', (_what, output, source) => {
    expect(contradicted(output, source)).toEqual([])
  })

  it.each([
    ['the time between two times', 'It took 45 minutes.', 'It began at 8:30 and ended at 9:15.'],
    [
      'the days between two dates',
      'It stood still for 13 days.',
      'It was shut down on 8 August and restarted on 21 August.',
    ],
    ['a duration in hours and minutes', 'It was all copied in 125 minutes.', 'The copy took 2 h 5 min.'],
    [
      'hours and minutes between two times',
      'The ride takes two hours and 21 minutes.',
      'The ride starts in Hamburg at 08:01 and ends in Kassel at 10:22.',
    ],
    [
      'a multiple in words',
      'The east bridge carries 44,000 cars.',
      'The west bridge carries 22,000 cars, the east bridge twice as many.',
    ],
    ['a fraction in words', 'The yield dropped by 25%.', 'The yield fell, with a drop of a quarter.'],
    [
      'a change in words',
      'The ride by train was 86 minutes long.',
      'It takes 74 minutes, 12 minutes less than before.',
    ],
    ['a product', 'The guest pays 378 euros for three nights.', 'The room is 126 euros a night.'],
    ['points', 'The margin is 2.3 points lower.', 'The margin fell from 22.4% to 20.1%.'],
  ])('%s', (_what, output, source) => {
    expect(findings(output, source)).toEqual([])
  })
})

it('doubts, but does not contradict, a long statement that no sentence of the sources has as a whole', () => {
  const yard =
    'The office of Ulm lists 30 boats that Ada Lind and Tom Berg repaired. The yacht Merle was built in Trier by Ada Lind, who had worked with Tom Berg before. Nine of the boats were sold in May. The office also rents out Merle by the day.'
  const long = 'Nine of the boats that Lind and Berg worked on were rented out by the office of Ulm in May, Merle too.'
  expect(findings(long, yard)).toMatchObject([{ span: { text: 'Nine' }, verdict: 'unverifiable', severity: 'warning' }])
  expect(contradicted('Tom Berg built the yacht Merle in Trier.', yard)).toEqual(['Tom Berg'])
})
