import { describe, expect, it } from 'vitest'
import { detectHallucinations } from '../detect-hallucinations'

const check = (output: string, text: string, references: string[] = []) =>
  detectHallucinations({
    output,
    sources: [{ id: 's', text }],
    references: references.map((entry, index) => ({ id: `${index + 1}`, text: entry })),
  })

describe('reports a contradiction of the source for', () => {
  it.each([
    ['another number', 'The bridge carries 412 trains a day.', 'The bridge carries 321 trains a day.', '412'],
    ['a small number', 'The ship has seven decks and a pool.', 'The ship has four decks and a pool.', 'seven'],
    [
      'another date',
      'The treaty was signed on 12 March 2021.',
      'The treaty was signed on 3 March 2021.',
      '12 March 2021',
    ],
    ['another unit', 'The pipe is 40 feet long.', 'The pipe is 40 metres long.', '40 feet'],
    ['a share', 'Revenue grew by 18% in spring.', 'Revenue grew by 15% in spring.', '18%'],
    ['an added negation', 'The server was not restarted.', 'The server was restarted.', 'not'],
    ['a missing negation', 'The server was restarted.', 'The server was not restarted.', 'restarted'],
    ['a contraction', "The server wasn't restarted.", 'The server was restarted.', "wasn't"],
    [
      'exchanged numbers',
      'The plant sold 900 trucks and 3,100 cars.',
      'The plant sold 3,100 trucks and 900 cars.',
      '900',
    ],
    ['exchanged names', 'Then Keller sued Brandt for fraud.', 'Then Brandt sued Keller for fraud.', 'Keller'],
    ['another weekday', 'The meeting is on Monday.', 'The meeting is on Tuesday.', 'Monday'],
    ['a weekday inside', 'The board meets on Friday in Berlin.', 'The board meets on Thursday in Berlin.', 'Friday'],
    ['an opposite', 'Exports of wheat increased sharply.', 'Exports of wheat decreased sharply.', 'increased'],
    ['another verb of the opposite sense', 'Exports of wheat rose by 4%.', 'Exports of wheat dropped by 4%.', 'rose'],
    ['an obligation', 'Applicants must send a second form.', 'Applicants may send a second form.', 'must'],
    ['another half of the day', 'The support desk opens at 9 pm.', 'The support desk opens at 9 am.', 'pm'],
    ['another rank', 'The team from Oslo finished second.', 'The team from Oslo finished third.', 'second'],
    ['another month', 'The pump was checked in November.', 'The pump was checked in December.', 'November'],
    [
      'all, where the source makes an exception',
      'All regions are supported.',
      'All regions except Europe are supported.',
      'All',
    ],
    ['another period', 'The licence costs 40 euros a month.', 'The licence costs 40 euros a year.', 'month'],
    [
      'another small unit',
      'The dose is 200 milligrams at noon.',
      'The dose is 200 micrograms at noon.',
      '200 milligrams',
    ],
    ['an opposite beside a number', 'Sales were down 12% in May.', 'Sales in shops, up 12% in May.', 'down'],
    [
      'an opposite at the start',
      'Low demand led to fewer flights.',
      'Reuters says high demand led to fewer flights.',
      'Low',
    ],
    [
      'a negative prefix',
      'The report of the audit was incomplete.',
      'The report of the audit was complete.',
      'incomplete',
    ],
    ['a denied irregular verb', 'The firm did not pay the fine.', 'The firm paid the fine.', 'not'],
    ['a negation of now', 'The mill is no longer used by farmers.', 'The mill is now used by farmers.', 'no'],
    [
      'a dropped prohibition',
      'Open the valve during the first test.',
      'Do not open the valve during the first test.',
      'Open',
    ],
    [
      'exchanged small numbers',
      'The lock is 14 miles long and has 46 gates.',
      'The lock is 46 miles long and has 14 gates.',
      '14 miles',
    ],
    [
      'exchanged words',
      'A tenant must give a landlord two letters.',
      'By law a landlord must give a tenant two letters.',
      'tenant',
    ],
    [
      'exchanged names beside other words',
      'Okafor wrote the first part and Tanaka drew the second.',
      'Tanaka wrote the first part and Okafor drew the second.',
      'Okafor',
    ],
  ])('%s', (_what, output, source, text) => {
    const { findings } = check(output, source)
    expect(findings.map(({ verdict, severity, span }) => [verdict, severity, span.text])).toEqual([
      ['contradicted', 'likely', text],
    ])
    expect(findings[0]?.evidence).toContain(source)
  })

  it.each([
    ['another subject', 'The warehouse received 40 parcels in May.', 'The office received 30 parcels in May.'],
    ['two sources that differ', 'Sales were 7 in total.', 'Sales were 5 in total. Sales were 7 in total.'],
    ['a question', 'Was the server not restarted?', 'The server was restarted.'],
    ['a weekday that stands elsewhere', 'It is open on Monday.', 'It is open on Tuesday. On Monday it is open too.'],
    ['one of two weekdays', 'It is open on Monday.', 'It is open on Tuesday and Monday.'],
    ['a weekday for another event', 'The party is on Monday.', 'The meeting is on Tuesday.'],
    ['an emphasis', 'The tool is not only fast and small.', 'The tool is fast and small.'],
    ['a weekday that stands elsewhere', 'It is open on Monday.', 'It is open on Tuesday. On Monday it is open too.'],
    ['one of two weekdays', 'It is open on Monday.', 'It is open on Tuesday and Monday.'],
    ['a weekday for another event', 'The party is on Monday.', 'The meeting is on Tuesday.'],
    ['an hour on another clock', 'The shop in Bergen closes at 18:00.', 'The shop in Bergen closes at 6 pm.'],
    ['statements in another order', 'Prieto lost 11 ships and Soto 25.', 'Soto lost 25 ships and Prieto 11.'],
    [
      'parallel words in another order',
      'It has the price of tea and the price of rice.',
      'It has the price of rice and the price of tea.',
    ],
    ['pounds in another notation', 'The canal cost £2.8 million.', 'The canal cost 2.8 million pounds.'],
    ['metres in another notation', 'The mast is 164 m tall.', 'The mast is 164 metres tall.'],
    [
      'a part of a record',
      'The flight HAT284 leaves Boston in May.',
      '[{"id": "HAT112", "from": "Boston", "leaves": "May"}]',
    ],
    ['a value of another sentence', 'Visa ending in 1798', 'Take the Visa ending in 2076 now. The other card is 1798.'],
    ['a negation of the opposite', 'The lighthouse was not damaged.', 'The lighthouse next to it survived undamaged.'],
    ['who owns it', "Tomatoes grow in Beth's garden.", 'Beth grows tomatoes and beans in her garden.'],
    [
      'a participle before its noun',
      'A fallen tree near Leoben held up the train to Graz.',
      'The train to Graz was delayed because a tree had fallen on the tracks near Leoben.',
    ],
    [
      'the number of an item in a shorter list',
      'I looked them up:\n\n1. **Anderson’s Martial Arts Academy**\n   - Address: 25 Park Pl, New York',
      '1. **Renzo Gracie**\n   - Address: 22 Water St, New York\n2. **Anderson’s Martial Arts Academy**\n   - Address: 25 Park Pl, New York',
    ],
    [
      'a label in bold type',
      'It is done well:\n\n2. **Efficient Use of WebSurfer**:\n   - Be precise.',
      'WebSurfer will do it. Then it says:\n\n2. **Efficient Use of Tools:**\n   - Be precise.\n\nThe team asks WebSurfer for it.',
    ],
    ['a list in another order', 'He named Keller and Brandt as heirs.', 'He named Brandt and Keller as heirs.'],
  ])('not for %s', (_what, output, source) => {
    expect(check(output, source).findings.filter(({ verdict }) => verdict === 'contradicted')).toEqual([])
  })
})

describe('accepts a different notation of the same fact', () => {
  it.each([
    ['It was signed on 03.03.2021.', 'It was signed on 3 March 2021.'],
    ['It was signed on March 3, 2021.', 'It was signed on 2021-03-03.'],
    ['It was signed on the 3rd of March 2021.', 'It was signed on 3/3/2021.'],
    ['It was signed in March 2021.', 'It was signed on 3 March 2021.'],
    ['It is at https://www.acme.io/report#top.', 'It is at http://acme.io/report/.'],
    ['It is at www.acme.io/report.', 'It is at http://acme.io/report/.'],
    ['It costs 4,200,000 dollars.', 'It costs $4.2 million.'],
    ['It rose by 15 per cent.', 'It rose by 15%.'],
    ['It has twelve rooms.', 'It has 12 rooms.'],
    ['It is the run 625aa1b6-dc11-4804-8f4b-e2f5b604c07f.', 'It is the run.'],
    ['It is the run 85ffdeba-3d69-4851-bd78-993403a10fd6.', 'It is the run.'],
    ['It changed by -12%.', 'It fell by 12%.'],
    ["It isn't open.", 'It is not open.'],
  ])('%s', (output, source) => {
    expect(check(output, source)).toMatchObject({ risk: 'none', findings: [] })
  })

  it('accepts a citation with a possessive', () => {
    expect(check("It uses Platt's (1999) method.", 'It uses the method.', ['Platt 1999']).findings).toEqual([])
    expect(check("It uses Platt's (1998) method.", 'It uses the method.', ['Platt 1999']).risk).not.toBe('none')
  })
})

describe('accepts a value derived from two others', () => {
  const source = 'Rent was 3,170 and food was 911. The north has 40 clubs and the south 50 clubs.'

  it.each([
    ['Together they were 4,081.', 1],
    ['The difference was 2,259.', 1],
    ['The north has 80% of the clubs of the south.', 1],
    ['They were 4,081.', 0],
    ['It was 2,259.', 0],
    ['It was 80% full.', 0],
  ])('%s', (output, derived) => {
    const report = check(output, source)
    expect(report.derived).toBe(derived)
    expect(report.findings.some(({ type }) => /number|statistic/.test(type))).toBe(derived === 0)
    expect(report.verified).toBe(0)
  })

  const prices = 'The desk costs $177. The chair costs $146. The lamp costs $180.'

  it.each([
    ['- desk: $177\n- chair: $146\n- lamp: $180\n- **Total:** $503', []],
    ['- chair: $146\n- lamp: $180\n- **Total:** $326\n- **With the desk:** $326 + $177 = $503', []],
    ['- desk: $177\n- chair: $146\n- lamp: $180\n- **Total:** $513', ['$513']],
    ['- sofa: $900\n- chair: $146\n- **Total:** $1,046', ['$900', '$1,046']],
  ])('listed before a total: %j', (output, unsupported) => {
    const { findings } = check(output, prices)
    expect(findings.filter(({ type }) => /number|self/.test(type)).map(({ span }) => span.text)).toEqual(unsupported)
  })

  it('including numbers in words', () => {
    const { findings, derived } = check('Together they lost 16 ships.', 'Soto lost five ships, Prieto lost eleven.')
    expect([findings.filter(({ type }) => type === 'unsupported_number'), derived]).toEqual([[], 1])
  })

  it('including a converted unit', () => {
    expect(check('The wall is 131 feet long.', 'The wall is 40 metres long.')).toMatchObject({
      derived: 1,
      risk: 'none',
    })
  })
})

describe('lack of support', () => {
  const source =
    'The council closed the old harbour in May because the quay had become unsafe for visitors. A new pier will open next year.'
  const confidence = (output: string) => Math.max(0, ...check(output, source).findings.map((one) => one.confidence))

  it('is graded: none for a copy, low for a rewording, high for something else', () => {
    const copy = confidence(
      'The council closed the old harbour in May because the quay had become unsafe for visitors.',
    )
    const near = confidence('The council closed the harbour because the old quay had become unsafe for all visitors.')
    const far = confidence(
      'The fishermen of the village have protested against the price of fuel at their annual festival.',
    )
    expect(copy).toBe(0)
    expect(near).toBeGreaterThan(0)
    expect(far).toBeGreaterThan(near + 0.2)
    expect(far).toBeLessThan(0.7)
  })

  it('is at most a warning, and no risk when weak', () => {
    const weak = check(
      'The council closed the harbour because the old quay had become unsafe for all visitors.',
      source,
    )
    expect(weak.findings.map(({ verdict, severity }) => [verdict, severity])).toEqual([['unverifiable', 'warning']])
    expect(weak.risk).toBe('none')
    const strong = 'The fishermen of the village have protested against the price of fuel at their annual festival.'
    expect(check(strong, source).risk).toBe('low')
  })
})
