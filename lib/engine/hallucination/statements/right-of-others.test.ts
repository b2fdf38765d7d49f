import { describe, expect, it } from 'vitest'
import { contradictedBy } from '../../testing/contradicted'

describe('a right answer is not contradicted by what is told of others', () => {
  it.each([
    [
      'the case of an exception beside another',
      'Undisputed counterclaims may be set off, disputed ones may not.',
      'The Client may not set off counterclaims unless they are undisputed.',
    ],
    [
      'what is denied with another',
      "You can't pay in cash or by credit card.",
      'Payment by direct debit or transfer; cash and credit cards are not accepted.',
    ],
    [
      'two things that exclude each other',
      "You can't move and trade in the same turn.",
      'On your turn you either move or trade, never both.',
    ],
    [
      'what is denied like another',
      "Frost damage isn't covered, and neither is damage in a race.",
      'Theft is covered only with a lock. Wear and tear, races and damage by frost are excluded.',
    ],
    [
      'all but one',
      'All trains but one stop at Rygge.',
      'Train 103 does not stop at Rygge. Trains 101 and 105 stop at Rygge.',
    ],
    [
      'all but one of a table',
      'All students but Dara passed.',
      '| Student | Maths | Passed |\n|---|---|---|\n| Amir | 2.3 | yes |\n| Dara | 3.0 | no |',
    ],
    ['the one that is left', 'One lamp did not work.', 'Five of the six lamps worked.'],
    [
      'when it was last done',
      "It hasn't been painted since 2011.",
      'Since 1974 it has been a listed monument. Cars up to 3.5 tonnes may cross, one at a time. It was last painted in 2011. Nobody knows where Wren is buried.',
    ],
    [
      'the other case',
      'There is no cap on liability where the provider acted with intent.',
      'The Provider is not liable for loss of profit. Liability for gross negligence and intent is unlimited; otherwise it is capped at the fees of one year.',
    ],
    ['what was so before', 'Labour used to have nine seats.', 'The Labour list won 7 of 31 seats (-2), the Greens 9.'],
    [
      'what is so again',
      'All bathing lakes are open again.',
      'Three of the seven bathing lakes were closed for a time; none of them is closed now.',
    ],
    [
      'what each has',
      'Each group had 30 people.',
      'They were split into two groups of 30 each. Six people in the one group and five in the other group had headaches.',
    ],
    [
      'several times as much',
      'Sleep quality improved five times as much in the light group as in the control group.',
      'After four weeks, sleep quality had risen by 2.1 points in the light group and by 0.4 in the control group. Six people in the light group and five in the control group reported headaches.',
    ],
    [
      'another first',
      "Lind scored the first and the last of Ashby's goals.",
      'Kel Amadi scored twice in the first 20 minutes. Ashby came back: Lind scored within three minutes and headed the winner.',
    ],
    [
      'a clause with a pronoun',
      'The warranty runs out on 30 November.',
      'Since it was bought in 2022, the warranty has not yet run out; it ends on 30 November.',
    ],
    [
      'whom a relative clause tells of',
      'Three people who had left could still get in.',
      'Three former employees still had access. Cash is counted by two people and kept in a safe.',
    ],
    [
      'a time before another',
      'After 2001 she conducted just one more time.',
      'After 2001 she taught, and conducted only once more, in 2012.',
    ],
    [
      'a time at the end of a sentence',
      'She conducted for the last time in 2012.',
      'After 2001 she taught, and conducted only once more, in 2012.',
    ],
    [
      'those beyond a bound',
      "A hedgehog over 500 g doesn't need help.",
      'A hedgehog of less than 500 g may need help; a heavy one does not.',
    ],
    [
      'one of two denials',
      "You shouldn't give them milk because they can't digest lactose.",
      'Never give milk: hedgehogs cannot digest lactose.',
    ],
    [
      'one that is only compared',
      'For €200 more than the Aero 13 you get touch.',
      '| Model | Price | Touch |\n|---|---|---|\n| Aero 13 | €899 | no |\n| Aero 15 | €1,099 | yes |',
    ],
    [
      'a part of what a flag tells',
      'Dara passed maths.',
      '| Student | Maths | Passed |\n|---|---|---|\n| Amir | 2.3 | yes |\n| Dara | 3.0 | no |',
    ],
    [
      'the first of a day',
      'At weekends the first train leaves Halden at 08:48.',
      '| Train | Halden | Days |\n|---|---|---|\n| R20 101 | 05:48 | Mon–Fri |\n| R20 103 | 06:48 | Mon–Fri |\n| R20 105 | 08:48 | daily |',
    ],
    [
      'a state that is denied',
      "Invoice 2025-023 isn't overdue, it is due on 1 June.",
      '{"invoices":[{"no":"2025-014","status":"paid","due":"2025-04-03"},{"no":"2025-019","status":"overdue","due":"2025-05-01"},{"no":"2025-023","status":"open","due":"2025-06-01"}]}',
    ],
    [
      'what no longer is, in French',
      "La maison du péage n'existe plus depuis 1931.",
      'The toll house was pulled down in 1931.',
    ],
    [
      'a pronoun behind a participle',
      'The Harrow Memorial is one of several that honor a mayor.',
      'The Harrow Memorial is a monument to the second mayor of the town, Karl Brandt. Opened in 1922, it is one of several monuments built to honor a Danish mayor.',
    ],
    [
      'a name whose bracket begins with a pause',
      'Ida Voss plays for Kolding on loan from Aarhus.',
      'Ida Maria Voss Holm (; born 8 May 1986) is a Danish painter who plays as a striker for the club Kolding on loan from Aarhus and the Danish team.',
    ],
    [
      'who came first',
      'Ida Voss was born before Karl Brandt.',
      'Ida Voss (3 April 1885 – 28 December 1981) was a Danish-born Swedish painter. Karl E. Brandt (29 December 1891 – 17 February 1975) was a sculptor.',
    ],
  ])('for %s', (_what, output, source) => {
    expect(contradictedBy(source, output)).toEqual([])
  })
})
