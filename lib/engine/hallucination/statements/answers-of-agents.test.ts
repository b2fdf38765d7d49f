import { describe, expect, it } from 'vitest'
import { contradictedBy } from '../../testing/contradicted'

const log = `commit d90e3f3  Author: Sara Kim  Date: Wed Jun 3 16:45 2026  Revert "Lazy-load avatar images"
commit 77af012  Author: Priya N.  Date: Tue Jun 2 09:30 2026  Lazy-load avatar images
commit 1e5b6cc  Author: Luis Ortega  Date: Mon Jun 1 14:12 2026  Add retry to webhook delivery`
const forecast =
  '{"city":"Bergen","forecast":[{"day":"2026-10-05","rain_mm":14.2,"sky":"heavy rain"},{"day":"2026-10-06","rain_mm":2.1,"sky":"showers"},{"day":"2026-10-08","rain_mm":6.4,"sky":"rain"}]}'
const game =
  'In the second quarter, the Dallas Cowboys kicked a field goal. Cincinnati tried to come back as Palmer completed a 10-yard pass to Houshmandzadeh, but Dallas pulled away with Romo completing a 15-yard pass to Patrick Crayton.'

const gates = 'The south gate is not guarded and not locked. The east gate is not guarded, and it stays open at night.'

describe('a right answer is not contradicted by results of tools', () => {
  it.each([
    ['above the bound of a denial', 'Parcels over 2 kg need a label.', 'Parcels of less than 2 kg need no label.'],
    [
      'below the bound of what is told',
      "Orders under €50 aren't shipped for free.",
      'Orders over €50 are shipped free of charge.',
    ],
    ['neither of two', 'Neither the south gate nor the east gate is guarded or locked.', gates],
    ['neither', 'Neither gate is guarded.', gates],
    [
      'the others',
      'The other three run the new kernel.',
      'Three of the five servers were updated; srv-4 and srv-5 still run the old kernel.',
    ],
    [
      'what all can do but some',
      'You can change the flights.',
      'Change flights: Basic economy flights cannot be modified. Other reservations can be modified.',
    ],
    ['what is forbidden', "You mustn't smoke in the stairwell.", 'Smoking is forbidden in the stairwell.'],
    ['what was mended', "Webhooks aren't sent twice any more.", '- Fixed: webhooks were sent twice.'],
    [
      'one of whom it is not',
      "It wasn't Mara who created the index.",
      'Mara: the deploy is blocked, migration 0042 fails on the index\nJon: I created that index by hand on Monday, sorry.',
    ],
    ['none of any', 'No layoffs are planned.', 'The company opens an office in Porto and does not plan any layoffs.'],
    [
      'no more than once',
      'The rent may not be raised twice in the same year.',
      'The landlord may raise the rent once a year, by no more than 3 %, and must announce it.',
    ],
    [
      'what is still to be',
      "Dark mode isn't finished.",
      'The client asked for the export to be finished before the dark mode.',
    ],
    ['the end of a range', 'The hut closes on 10 October.', 'Ridge Hut, 32 beds, open 15 June – 10 October.'],
    ['those below a bound', "A child of six can't come without an adult.", 'Children under 7 need an adult with them.'],
    [
      'a name beside a month',
      'Mr Adler and Ms Conti go with the classes.',
      'Class 5c will go in September because its teacher is ill. Mr Adler and Ms Conti accompany the classes.',
    ],
    ['names of a log', "Sara reverted Priya's change on 3 June.", log],
    ['one of the two words of a name', 'The Cowboys pulled away with Romo completing a 15-yard pass.', game],
    [
      'a step of a list',
      'Step 2 - After a scoreless first quarter, Atlanta would trail in the second as Cutler found Knox.',
      'After a scoreless first quarter, Atlanta would trail in the second as Cutler found Knox. After a scoreless third quarter, Chicago would tie the game in the fourth as Cutler found Olsen.',
    ],
    [
      'how much longer it is',
      "San Diego's first field goal was 1 yard longer.",
      'After a 1-yard touchdown by Miami, San Diego would strike with a 25-yard field goal.',
    ],
    [
      'what may be done beside what may not',
      '- **Checked bags**: 3 bags added',
      'Change baggage: The user can add but not remove checked bags.',
    ],
    [
      'several values under the name of one',
      'Given:\n- Red numbers: [12.5, 15.0, 14.2, 16.8]',
      'Standard population deviation (red numbers): 1.51',
    ],
    ['some of the tests', 'Eleven of the twelve cart tests pass.', '1 failed, 44 passed, 3 skipped in 12.41s'],
    ['the name of a field that is a value, too', 'Expect showers on the 6th, with 2.1 mm of rain.', forecast],
    ['a total of such a field', 'Over the three days, about 22.7 mm of rain will fall.', forecast],
    [
      'a field beside the price of one',
      "At $8 per seat, that's 96 a month for 12 seats.",
      '{"user":{"id":"u_88121","seats":12,"seats_used":9,"price_per_seat_month":8}}',
    ],
    [
      'what lasts, beside the last login',
      'The lease could last eight years.',
      'The lease runs for five years and can be extended by three.\n{"user":{"name":"Felix","last_login":"2026-11-20T07:58:12Z","plan":"team"}}',
    ],
    [
      'a total of more than is listed',
      'Given:\n- Daily ticket: $60\n- Season pass: $120\n\n- Total cost for 4 visits with daily tickets: $240',
      'The daily ticket costs $60, the season pass $120.',
    ],
    [
      'the name of a field of a form',
      "Under 'Asset Class,' choose 'International.' Share Class is left open.",
      'The screener has the filters Share Class, Fund Family and Market Category; each of them takes one value.',
    ],
  ])('for %s', (_what, output, source) => {
    expect(contradictedBy(source, output)).toEqual([])
  })

  it('by the number under which one source lists several results', () => {
    const results = '[1] The Ridge Loop is 14.2 km long.\n[2] Half board €58, members of the club €46.'
    expect(contradictedBy(results, 'Half board is €46 if you are in the club [2].')).toEqual([])
    expect(contradictedBy(results, 'Half board is €46 if you are in the club [3].')).toEqual(['[3]'])
  })
})

describe('what is false beside it is contradicted', () => {
  it.each([
    ['below the bound', 'Parcels of less than 2 kg need a label.', 'Parcels of less than 2 kg need no label.', 'label'],
    [
      'the end of a range as its start',
      'The hut opens on 10 October.',
      'The hut opens on 15 June and closes on 10 October.',
      'opens',
    ],
    ['the author of a log', 'The retry for webhooks was added by Sara Kim.', log, 'Sara Kim'],
    [
      'another price under a number',
      'Club members pay €58 [2].',
      '[2] Half board €58, members of the alpine club €46.',
      '€58',
    ],
    [
      'as often as it may not be',
      'The rent may be raised twice a year.',
      'The landlord may raise the rent once a year, by no more than 3 %, and must announce it.',
      'twice',
    ],
  ])('for %s', (_what, output, source, found) => {
    expect(contradictedBy(source, output)).toContain(found)
  })
})
