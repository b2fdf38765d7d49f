import { describe, expect, it } from 'vitest'
import { detectHallucinations } from './detect-hallucinations'

const findings = (output: string, source: string) =>
  detectHallucinations({ output, sources: [{ id: 's', text: source }] })
    .findings.filter(({ type }) => type !== 'unsupported_claim')
    .map(({ verdict, span }) => `${verdict}: ${span.text}`)

const log =
  '2026-02-11T09:08:02Z [test] 1812 passed, 3 failed, 14 skipped\n2026-02-11T09:08:09Z [job] nightly-export failed after 458 s. Is it the disk?\n2026-02-11T09:09:00Z [pager] kim was paged'
const chat =
  '[09:20] dana: redis-3 is swapping\n[09:24] dana: failed over to redis-4\n[09:27] oleg: p95 back at 640 ms\n[09:31] dana: I’ll write the postmortem.'
const sales =
  'region,rep,units,returns_pct,notes\nNorth,"Adeyemi, Sola",412,2.1,\nSouth,"Brandt, Uwe",290,1.4,"new reseller in May"\nEast,"Castellano, Rita",505,3.8,"recall of batch 7"'
const stock =
  'id;name;price;supplier\n11;"Tent ""Alba""";189.00;Norvik AS\n12;"Stove, gas";54.50;Brenner GmbH\n13;"Lamp, LED";22.90;Norvik AS'
const order =
  '{"order":{"status":"processed","items":[{"sku":"KB-201","qty":1},{"sku":"CB-900","qty":3}],"payment":{"method":"gift_card"}}}'
const leaflet =
  'Common (up to 1 in 10): nausea, tiredness, dry mouth. Uncommon (up to 1 in 100): headache, dizziness. Rare (up to 1 in 1,000): hives, joint pain.'
const contract =
  'Provider may terminate immediately if Customer fails to pay undisputed fees within 45 days after a reminder. Upon termination Provider shall return Customer Data within 30 days and thereafter delete it, except for backups, which are deleted after 180 days.'
const trial =
  'In this trial, 64 nurses (51 women; mean age 38.2 years) worked four nights. Glucose was lower after the snack (5.4 vs 5.9 mmol/L). A snack may improve morning glucose; longer trials are needed.'
const policy =
  'Sick leave: doctor’s note from day 4; full pay 6 weeks, then 60% for up to 12 weeks. Visit us at 14 Harbour St.'
const page =
  '<html><head><style>.x{color:#345}</style></head><body><h1>Visit</h1><p>We are open <b>Tuesday to Sunday, 10:00&ndash;17:30</b>.</p><table><tr><th>Ticket</th><th>Price</th></tr><tr><td>Adult</td><td>&pound;13.50</td></tr><tr><td>Concession</td><td>&pound;9.00</td></tr><tr><td>Child (5&ndash;15)</td><td>&pound;6.00</td></tr></table><p>Guided tours last 50&nbsp;minutes. The caf&eacute; is run by <a href="https://tern.example">Tern &amp; Sons</a>.</p></body></html>'
const psql =
  ' name    | orders | revenue   \n---------+--------+-----------\n Bavaria |   1412 | 918220.50\n Saxony  |    977 | 604115.00\n Hesse   |   1033 | 588940.25\n(3 rows)'
const mysql =
  '+----+-------+--------+\n| id | name  | salary |\n+----+-------+--------+\n|  7 | Lena  |  41500 |\n|  9 | Pavel |  43900 |\n+----+-------+--------+\n2 rows in set (0.00 sec)'
const errors =
  '2026-04-07 22:16:02,007 ERROR [pool-2] Payment timeout (order 91, attempt 1 of 3)\n2026-04-07 22:16:33,015 ERROR [pool-2] Payment timeout (order 91, attempt 2 of 3)\n2026-04-07 22:20:00,000 INFO [cron] Nightly export finished'
const probes = 'probe;site;charge;state\nT-01;Roof;88;ok\nT-02;Cellar;41;overdue\nT-04;Stable;12;low charge'

describe('finds', () => {
  it.each([
    ['a cell of another row of a page', 'A concession ticket costs £6.00.', page, 'contradicted: £6.00'],
    ['a cell of another row of a query', 'Saxony had 1033 orders.', psql, 'contradicted: 1033'],
    ['a cell of another row between borders', 'Lena has a salary of 43900.', mysql, 'contradicted: 43900'],
    ['another time of a log', 'The nightly export finished at 10:25 pm.', errors, 'contradicted: 10:25'],
    ['a number of another line of a log', '1812 tests failed.', log, 'contradicted: failed'],
    ['an opposite in a log that also asks something', 'The nightly export succeeded.', log, 'contradicted: succeeded'],
    ['a value of another row of quoted CSV', 'The North had returns of 1.4 %.', sales, 'contradicted: 1.4 %'],
    ['a record by the first word of its name', 'The stove is supplied by Norvik AS.', stock, 'contradicted: Norvik'],
    [
      'a decision that is not made yet',
      'The council has decided on a grant.',
      'The council has not yet decided on a grant.',
      'contradicted: The council has decided on a grant',
    ],
    ['a count of another thing', 'There were 7 errors.', 'The run had 0 errors and 7 warnings.', 'contradicted: 7'],
    [
      'the opposite of a verb in "eed"',
      'The export succeeded today.',
      'The export of May failed today.',
      'contradicted: succeeded',
    ],
  ])('%s', (_what, output, source, found) => {
    expect(findings(output, source)).toEqual([found])
  })
})

describe('accepts', () => {
  it.each([
    ['cells of a page', 'Adults pay £13.50 and children aged 5 to 15 pay £6. The café is run by Tern & Sons.', page],
    ['a link of a page', 'The café is run by Tern & Sons (https://tern.example).', page],
    ['cells of a query', 'Bavaria had the highest revenue, about 918,000. Saxony had 977 orders.', psql],
    ['a cell between borders', 'Pavel has a salary of 43900.', mysql],
    ['a short answer in German', 'Am Dienstag kommt der Zug um 14.05 Uhr an.', 'Ankunft Kassel 14:05 Uhr, Gleis 3'],
    ['the hour of a log on a clock of twelve hours', 'The nightly export finished at 10:20 pm.', errors],
    ['a count of lines beside their times', 'There were two errors.', errors],
    ['a code between semicolons', 'T-04 in the stable has the lowest charge (12%).', probes],
    ['who wrote it in a chat', 'Dana failed over to redis-4. Dana will write the postmortem.', chat],
    ['rows of quoted CSV and their total', 'Uwe Brandt had 1.4 % returns. In total 1,207 units were sold.', sales],
    ['the other word of a state', 'The status of the order is processed.', order],
    ['items of labelled lists', 'Dizziness is uncommon. Nausea is common.', leaflet],
    ['what is unpaid for what fails to be paid', 'Provider may terminate if fees are unpaid after 45 days.', contract],
    ['two numbers with one unit', 'Glucose was 5.4 mmol/L after the snack.', trial],
    ['"up to", which is no rise', 'After six weeks, sick pay falls to 60 %.', policy],
    ['names that the source abbreviates', 'The office is in Harbour Street.', policy],
    ['units by their names', 'Store it below 25 degrees Celsius.', 'Store the medicine below 25 °C in a dry place.'],
    [
      'weekdays in the plural',
      'The museum is open until 8 pm on Thursdays.',
      'The museum is open Tue-Sun 10-17, Thu until 20.',
    ],
  ])('%s', (_what, output, source) => {
    expect(findings(output, source)).toEqual([])
  })
})
