import { describe, expect, it } from 'vitest'
import { contradictedByTools } from '../../testing/contradicted'

const contradicted = (output: string, ...toolResults: string[]) => contradictedByTools(toolResults, output)

const chat =
  '[08:10] lena: who takes the night shift?\n[08:11] tobi: me\n[08:15] lena: the dishwasher on floor two is leaking again\n[08:40] omar: plumber ordered, comes at noon\n[11:20] lena: the fuse for the ovens was replaced\n[12:05] tobi: plumber is done, dishwasher runs'
const log =
  '10:00:01 ingest     level=info  msg="consumer started" topic=clicks\n10:04:12 ingest     level=warn  msg="lag above 5000" topic=clicks\n10:04:15 router     level=warn  msg="moving traffic" from=zone-a to=zone-b\n10:09:30 compactor  level=info  msg="segment 88 merged"\n10:12:44 ingest     level=info  msg="lag back to zero" topic=clicks'
const settings =
  '# gateway.toml\n[proxy]\nengine = "envoy"\ntimeout_seconds = 20\ncompression = off\n[export]\nformat = "parquet"\nto_archive = off\nnightly_report = on\n[owner]\nteam = "edge"\nescalation = "core-duty"'
const ticket =
  'Reporter: Jelena | Assignee: Marcus | Component: billing | Severity: high\nJelena: invoices for March show the old address\nMarcus: the template was cached, cleared it\nJelena: correct now, thanks\nMarcus: closing'
const fleet =
  'UNIT   SKIPPER     BERTH   HOURS     STATE\nT-11   Halonen     North   8,210     active\nT-12   Brennan     Quay    41,977    refit\nT-14   Sousa       North   120,044   active\nT-19   --          Quay    97,601    sold'
const device =
  '{"device_id":"th-0091","type":"thermostat","state":"offline","powered":true,"battery":"low","mode":"heat","update_available":false,"firmware":"4.0.2"}'
const task =
  '{"ticket":"T-9","job":"nightly-export","priority":"high","assignee":"Noor","category":"billing","result":"failed","resolved":false}'
const legs =
  '[[{"flight_number":"ZX136","origin":"OSL","destination":"CPH"},{"flight_number":"ZX039","origin":"CPH","destination":"VIE"}],[{"flight_number":"ZX136","origin":"OSL","destination":"CPH"},{"flight_number":"ZX044","origin":"CPH","destination":"GRZ"}]]'
const booking =
  '{"booking_id":"B7K","origin":"OSL","destination":"VIE","cabin":"basic_economy","passengers":[{"first_name":"Ivan","last_name":"Moreau"}]}'

describe('contradicts', () => {
  it.each([
    ['a setting that is off', 'Compression is enabled in the proxy.', settings, 'Compression'],
    ['a setting that is off, told with a verb', 'The export to the archive is active.', settings, 'active'],
    ['a name that is no value of the setting', 'The proxy engine is Nginx.', settings, 'Nginx'],
    ['the value of another setting', 'The owner team is core-duty.', settings, 'core'],
    ['a value of a row that fills its column', 'Halonen is the skipper of T-14.', fleet, 'Halonen'],
    ['the state of another row', 'T-12 is active and lies at the Quay.', fleet, 'active'],
    ['the opposite of a state whose field is not named', 'The device th-0091 is online.', device, 'online'],
    ['a value of the record that an id names', 'The ticket T-9 has low priority.', task, 'low'],
    ['a name in a field of a record with an id', 'The ticket T-9 is assigned to Farid.', task, 'Farid'],
    ['a flag that is denied', 'The ticket T-9 is resolved.', task, 'resolved'],
    ['a flag of two words beside another field', 'A firmware update is available.', device, 'update'],
    ['a mode before its name', 'The device is in cooling mode.', device, 'cooling'],
  ])('%s', (_what, output, source, text) => {
    expect(contradicted(output, source)).toEqual([text])
  })

  it.each([
    ['a field of another record of several lists', '- **Flight ZX136 (OSL to VIE)**', 'VIE'],
    ['a name beside that of another', '- **Passenger**: Liam Moreau', 'Liam'],
  ])('%s, in results of tools', (_what, output, text) => {
    expect(contradicted(output, legs, booking, '{"travellers":[{"first_name":"Liam","last_name":"Osei"}]}')).toEqual([
      text,
    ])
  })
})

describe('accepts', () => {
  it.each([
    ['who wrote it in a chat', 'Lena reported that the dishwasher on floor two is leaking.', chat],
    ['an answer to another’s question', 'Tobi takes the night shift.', chat],
    ['the order of the lines', 'The plumber was ordered before the fuse was replaced.', chat],
    ['what is not said in one line', 'Omar called a plumber because of the leaking dishwasher.', chat],
    [
      'what a line has none of, denied',
      'The audit found no errors.',
      `${log}\n10:13:00 audit      no errors in segment 88`,
    ],
    ['values in their fields', 'Traffic was moved from zone-a to zone-b.', log],
    ['roles in a line', 'The ticket was reported by Jelena and assigned to Marcus.', ticket],
    ['settings as they are', 'Compression is off, the nightly report is on.', settings],
    ['a denied setting', 'The export to the archive is not active.', settings],
    ['a condition', 'If compression is enabled, pages are smaller.', settings],
    ['what is going to be changed', 'I will change the proxy engine to Nginx.', settings],
    ['the values of a row', 'T-14 is active, its skipper is Sousa.', fleet],
    ['a comparison', 'T-12 has more hours than T-11.', fleet],
    ['a flag of a thing by its type', 'The thermostat is powered.', device],
    ['a state as it is', 'The device th-0091 is offline and its battery is low.', device],
    ['a flag of two words that is denied', 'No firmware update is available.', device],
    ['the subject of a ticket', 'The ticket is about billing.', task],
    ['what a named thing did', 'The job failed.', task],
    ['the values of a record with an id', 'The ticket T-9 has high priority and is assigned to Noor.', task],
  ])('%s', (_what, output, source) => {
    expect(contradicted(output, source)).toEqual([])
  })

  it.each([
    ['a record and a journey of several', 'ZX136 and ZX039 take you from OSL to VIE.'],
    ['a change of a record', 'Booking B7K was moved to flight ZX044.'],
    ['values of one record', '- **Flight ZX136 (OSL to CPH)**'],
    ['an offer about a record', 'For booking B7K an upgrade in business costs more.'],
    ['what may become of a record', 'Booking B7K is open, you could be in business for less.'],
    ['names of one record', '- **Passenger**: Ivan Moreau'],
  ])('%s, in results of tools', (_what, output) => {
    expect(contradicted(output, legs, booking)).toEqual([])
  })

  it('a state that is the opposite in another record', () => {
    expect(contradicted('The device th-0091 is closed.', device, '{"shop":"S-4","counter":"open"}')).toEqual([])
  })

  it('what a text in another language denies', () => {
    expect(
      contradicted('Die Kompression ist im Proxy nicht enabled und der Export ist auch nicht aktiv.', settings),
    ).toEqual([])
  })
})

describe('a qualifier of a value in a sentence that tells more', () => {
  const booking = (cabin: string) =>
    JSON.stringify({ reservation_id: 'OWZ4XL', origin: 'MIA', destination: 'LAX', cabin, insurance: 'no' })

  it.each([
    [
      'the same',
      'Reservation OWZ4XL includes a flight from MIA to LAX, in basic economy with 3 bags.',
      'basic_economy',
      [],
    ],
    [
      'none where it is no value by itself',
      'Reservation OWZ4XL includes a flight from MIA to LAX, in economy with 3 bags.',
      'basic_economy',
      [],
    ],
  ])('%s', (_what, output, cabin, found) => {
    expect(contradicted(output, booking(cabin))).toEqual(found)
  })
})
