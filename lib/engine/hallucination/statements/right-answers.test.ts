import { describe, expect, it } from 'vitest'
import { contradictedBy } from '../../testing/contradicted'

describe('a right answer is not contradicted', () => {
  it.each([
    [
      'a part that only introduces',
      'As a gold member, Ada need not pay the fee.',
      'Gold members pay no fee; others pay $6.',
    ],
    ['a duty that there is not', 'Guests do not have to book, but may do so.', 'Guests may book.'],
    [
      'what is cut short',
      'A filter is included, spare bags are not.',
      'A filter is included. Spare bags are sold separately.',
    ],
    ['what others cannot', 'Owners can see the log, others cannot.', 'Owners can see the log.'],
    ['a value within a bound', 'Tips of 8% are repaid.', 'Tips of up to 10% are repaid.'],
    ['what will be', 'The old API will be removed in May.', 'Deprecated: The old API will be switched off in May.'],
    ['who said it', 'No trains will be cut, said Ann Poe.', 'Rail head Ann Poe said that no trains would be cut.'],
    ['what was asked for', 'Karl asked the painter to hurry.', 'Please ask the painter to hurry. Karl answered: done.'],
    ['two denials of two things', 'Nobody was hurt.', 'No guest was hurt, and no car was damaged.'],
    [
      'a date beside what it is of',
      'Dana Voss was ill, but will take the minutes on 11 June.',
      'Minutes of the works council, 14 May. Absent: Dana Voss. Next meeting: 11 June. Dana will take the minutes.',
    ],
    [
      'of how many it is one',
      "The board took Hartmann's offer, the cheaper of two.",
      'Bogdan got two offers; the board chose the cheaper one from Hartmann (£4,100).',
    ],
    [
      'what a call returns under its number',
      'The grey chair is in order #7745.',
      'get_order(#7731): items: 1 lamp (black); total: $74.90\nget_order(#7745): items: 1 chair (grey); total: $189.00',
    ],
    [
      'a place in contrast',
      'The printer is in room 4, not in room 7.',
      'The printer is in room 4 and the scanner is in room 7.',
    ],
    ['another age than those who must not', 'Guests over 18 may enter.', 'Guests under 18 must not enter.'],
    ['what both lack', 'Both drivers lack a licence.', 'Neither driver has a licence.'],
    ['which of two is open', 'The gate at the side is open.', 'The main gate is closed, the side gate is open.'],
    ['an age within a range', 'A child of ten pays half.', 'Children aged 4 to 12 pay half.'],
    [
      'a day that is compared',
      'The shop is open longer on Tuesdays than on Saturdays.',
      'The shop is open from 9 to 18 on Tuesdays and from 10 to 14 on Saturdays.',
    ],
    ['what nobody may do', 'Nobody may pour waste into the sink.', 'Waste must not be poured into the sink.'],
    [
      'what a relative clause denies of another',
      'The protocol is by Dr. Kahn, who did not calibrate the scale.',
      'Dr. Ito calibrated the scale; Dr. Kahn wrote the protocol.',
    ],
    ['what may not be done', 'Interns may not use the lathe.', 'Interns must not use the lathe.'],
    ['what may not be entered', 'Dogs may not enter the garden.', 'Dogs are not allowed in the garden.'],
    [
      'the case of an exception',
      'If a guard is present, staff may enter without a badge.',
      'Staff may enter only with a badge, unless a guard is present.',
    ],
    [
      'what cannot be without it',
      'Subletting is not possible without written consent.',
      'Subletting is possible only with written consent.',
    ],
    [
      'what it is no longer',
      'The default region is Dublin, no longer Paris.',
      'The default region was changed from Paris to Dublin.',
    ],
    ['a place the other way round', 'The garage is above the cellar.', 'The cellar is under the garage.'],
    [
      'an hour on the other clock',
      'LX 40 arrives at 4:20 pm local time.',
      'LX 40 leaves at 13:10 and lands at 16:20 local time.',
    ],
    [
      'what someone denies',
      'According to the supplier, the valve was not faulty.',
      'The supplier denies that the valve was faulty.',
    ],
    [
      'what another does in the same sentence',
      'Ms Abel does not teach history.',
      'Ms Abel teaches physics and maths, Mr Roth teaches sport and history.',
    ],
    [
      'what a pronoun tells of another year',
      'Pupils in year 9 cannot take both music and art.',
      'Pupils choose between music and art in year 9; both can be taken in year 10.',
    ],
    [
      'what the others have',
      'The Flink has a guarantee of two years.',
      'The Orta and the Flink boil fast. The guarantee is five years for the Orta and two years for the others.',
    ],
    [
      'one that is only to move',
      'The branch in Ulm has not closed.',
      'Branches in Kiel and Jena have closed, the one in Ulm will move.',
    ],
    ['two of whom neither is against', 'Neither was against a second interview.', 'Both agreed on a second interview.'],
    [
      'a small one where large ones must',
      'A small bag need not be left in a locker.',
      'Bags larger than A4 must be left in a locker.',
    ],
    [
      'where another thing is',
      'The paintings are not on the ground floor.',
      'The Roman collection is on the ground floor, the paintings are upstairs.',
    ],
    [
      'beside what is denied of it',
      'The valve defect is mild and need not be treated.',
      'The ultrasound showed a mild valve defect that needs no treatment.',
    ],
    [
      'what another provides',
      'The organiser does not provide furniture.',
      'The organiser provides electricity, the exhibitor provides the furniture.',
    ],
    [
      'another day of another part',
      'Exhibitors may not set up on Monday.',
      'Exhibitors may set up from Tuesday noon; dismantling must be finished by Monday evening.',
    ],
    [
      'who came before',
      'Karl Domm led the choir before Ute Brahm.',
      'The conductor, Ute Brahm, has led the choir since 2014; her predecessor was Karl Domm.',
    ],
    ['what is missing', 'There are no temperature logs for December.', 'Temperature logs for December are missing.'],
    [
      'what it was planned to be',
      'The deficit rose from the planned 25,000 to 40,000.',
      'The deficit is 40,000 instead of the planned 25,000.',
    ],
  ])('for %s', (_what, output, source) => {
    expect(contradictedBy(source, output)).toEqual([])
  })
})

describe('what is told of another is contradicted', () => {
  it.each([
    ['as often', 'Take one pill twice a day.', 'Take one pill once a day.', 'twice'],
    [
      'as many, where the number is told of something else',
      'She gave two reasons.',
      'She gave three reasons. Two buses leave at noon. The kit has four bolts.',
      'two',
    ],
    ['on the other side', 'The racks stand behind hall C now.', 'The racks stand in front of hall C now.', 'behind'],
    [
      'with a verb of its own',
      'The bus leaves the school at 10:30.',
      'The bus leaves the school at 8:10 and is back at 10:30.',
      '10:30',
    ],
  ])('%s', (_what, output, source, found) => {
    expect(contradictedBy(source, output)).toContain(found)
  })
})
