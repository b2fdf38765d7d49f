import { describe, expect, it } from 'vitest'
import { contradictedBy, type Told, testTold } from '../../testing/contradicted'

const told: readonly Told[] = [
  {
    what: 'values of a subject',
    source:
      'The Halden plant opened in 1974. The Corran plant opened in 1991. Repairs at the Halden plant cost $48,200. The Corran plant spent $61,750 on repairs. The permit of the Halden plant is PX-11873. The permit of the Corran plant is PX-90412. The report of the Halden plant is at https://halden.example/r/12 for all. The report of the Corran plant is at https://corran.example/r/77 for all. Both plants were inspected on 4 May 2020.',
    right: [
      'The Corran plant dates from 1991.',
      'The Corran plant dates from 1991, the Halden plant from 1974.',
      'The Halden plant spent less than $61,750.',
      'The inspection of the Halden plant was on 4 May 2020.',
      'In 1991 the Corran plant opened near Selby.',
    ],
    wrong: ['The bill for repairs of the Halden plant was $61,750.', 'The Corran plant works under PX-11873.'],
  },
  {
    what: 'values of a subject',
    source:
      'John Kasay kicked a 49-yard field goal. After a fumble, San Diego struck in the second quarter with a 25-yard field goal. Carolina would end the half as Kasay kicked a 21-yard field goal. Kicker Shaun Suisham of the Falcons nailed a 48-yard field goal, yet Jason Elam of the Falcons made a field goal of 33 yards.',
    right: [
      'Kasay kicked a 49-yard field goal.',
      "San Diego's first field goal was 25 yards.",
      'Jason Elam is a kicker for the Falcons.',
    ],
  },
  {
    what: 'values in a list',
    source: 'Ada Ek ran 305 laps. Bo Lind ran 136 laps, and Cy Moe ran 88 laps. Dag Nor is 47 years old.',
    right: ['Ada Ek: 305, Bo Lind: 136, Cy Moe: 88.', 'Ada Ek: 47', 'Eva Pil: 136'],
  },
  {
    what: 'values in a list',
    source: 'Ada Ek was born in Oslo and moved to Bergen. Bo Lind was born in Turku and moved to Malmo.',
    right: ['Ada Ek moved to Bergen.'],
    wrong: ['Ada Ek moved to Malmo.'],
  },
  {
    what: 'the only value',
    source:
      'The Quarry trail was laid out in 1988. The Raven trail is 17.0 miles long. The Raven trail charges €40 per person. The Raven trail rises 2,364 feet. Most groups need 26 hours for the Raven trail. The Quarry trail charges €36 per person. The Corran plant ran at 78.2% of its capacity. The Corran plant opened on 28 June 1994.',
    right: [
      'The Raven trail is 27.4 km long.',
      'The Raven trail saw €9,100 of damage.',
      'Two people pay €53 more for the Raven trail.',
      'A person would pay €53 for the Raven trail.',
      'A person pays €53 for the Otter trail.',
    ],
    wrong: [
      'A person pays $40 for the Raven trail.',
      'Most groups walk 26 days on the Raven trail.',
      'The Corran plant ran at 78.2 percentage points of capacity.',
      'The opening of the Corran plant was on 3 June 1996.',
    ],
  },
  {
    what: 'the only value',
    source: 'The classes are near the New York Stock Exchange in the evening. The NYSE is old. Nasdaq is far.',
    right: ['The classes are near the NYSE in the evening.'],
    wrong: ['The classes are near the Nasdaq in the evening.'],
  },
  {
    what: 'values beside another',
    source:
      'Flight KL 1742 leaves Berlin at 06:55 and lands in Amsterdam at 08:20. The library lends books for four weeks and films for two weeks. The reading room closes at 20:00 on weekdays and at 16:00 on Saturdays. The bridge, built for 3 million euros, was sold for 5 million euros. Oslo has 709,000 people; Bergen has 291,000 people.',
    right: [
      'You arrive in Amsterdam at 08:20.',
      'The flight from Berlin lands at 08:20.',
      'The flight leaves at 06:55.',
      'Films can be borrowed for two weeks.',
      'The library lends films for two weeks.',
      'The reading room closes at 20:00.',
      'On weekdays the reading room closes at 20:00.',
      'The bridge cost 3 million euros to build.',
      'The bridge was sold for 5 million euros.',
      'Bergen has 291,000 people.',
    ],
    wrong: [
      'You arrive in Amsterdam at 06:55.',
      'Films can be borrowed for four weeks.',
      'On Saturdays the reading room closes at 20:00.',
    ],
  },
  {
    what: 'clauses',
    source:
      'Breakfast is included; parking costs 18 euros a night. The sauna opens at noon; the pool opens at nine. Towels are free; bathrobes are extra. Lena wrote the report; it was published in May. The roof leaks; the wall was painted in June. The wall was painted in June, the roof too.',
    right: [
      'Breakfast is included.',
      'Parking costs 18 euros a night.',
      'Parking costs 18 euros.',
      'Lena published the report in May.',
      'The report was published in May.',
      'The roof was painted in June.',
      'Towels are free.',
    ],
  },
  {
    what: 'clauses without a verb',
    source:
      "The tenant may end the lease with two months' notice; the landlord with six. The frame is covered for ten years, moving parts for two, the battery for one.",
    right: [
      "The landlord may end the lease with six months' notice.",
      'The battery is covered for one year.',
      "The tenant may end the lease with two months' notice.",
      'The landlord has to wait two months before moving in.',
    ],
    wrong: [
      "The tenant may end the lease with six months' notice.",
      "The landlord may end the lease with five months' notice.",
    ],
  },
  {
    what: 'places in a row',
    source:
      'Booking QX7.\nPassengers: 1. Mr Dele Adeyemi (adult, seat 14C), 2. Ms Funmi Adeyemi (adult, seat 14D), 3. Tobi Adeyemi (child, 9, seat 14E)\nOutbound: BA 75',
    right: [
      'The third passenger is a child.',
      'The first passenger and the third passenger are a child and an adult.',
      'The second flight has a child.',
      'The second passenger is not a child.',
    ],
  },
  {
    what: 'places in a row',
    source:
      '1. Halve and stone the plums, mix with sugar. 2. Rub the butter into the flour. 3. Scatter over the fruit. 4. Bake until golden. The oats are toasted before.',
    right: ['In the first step the plums are halved.', 'In the last step the oats are toasted.'],
  },
  {
    what: 'labels',
    source:
      'Required: five years with SQL, fluent German. Desirable: French. Added: dark mode. Deprecated: the old loader, to be removed in 8.0. Removed: the XML importer. Unit: 1,204 passed, 3 failed. Integration: 96 passed, 0 failed.',
    right: [
      'Fluent German is required.',
      'French is desirable.',
      'The old loader was removed in 8.0.',
      'French is required if the candidate works in Lyon.',
      'Spanish is required.',
      'Three unit tests failed.',
      '96 integration tests passed.',
      'Seven integration tests failed to start.',
    ],
    wrong: ['Dark mode was removed.', 'Three integration tests failed.'],
  },
  {
    what: 'labels',
    source: 'Present: Ana Ruiz, Ben Okafor. Absent: Dirk Moss. Chair: Ana Ruiz. Deferred: the new logo.',
    right: ['Ana Ruiz attended the meeting.', 'Dirk Moss missed the meeting.', 'The new logo was deferred.'],
  },
  {
    what: 'places',
    source:
      'The pool is on the roof and is open until 9 pm. The sauna is in the basement. The gym is on the third floor, the shop is on the ground floor. The bar is next to the lobby. The lobby is in the east wing. The office is in Bremen. The parent company is in Graz. The old boiler is in the attic and in the shed.',
    right: [
      'The pool is on the roof.',
      'The bar is in the east wing.',
      'The office is in the east wing.',
      'The kitchen is on the roof.',
      'The sauna is in the garden.',
      'The old boiler is in the shed.',
      'The sauna is not on the roof.',
    ],
  },
  {
    what: 'codes',
    source:
      'Reports of the harvester are stored in /srv/reaper/reports each night. Call `reap_rows` when the buffer is full. The option --keep-all disables the nightly pruning. Questions about pruning go to pruning@reaper.example. The node with the full buffer is reaper-node-14.',
    right: [
      'When the buffer is full, `reap_rows` is called.',
      'When the buffer is full, call `reapRows`.',
      'Call `drop_rows` when the buffer is empty.',
      'Create `drop_rows` and call it when the buffer is full.',
      'When the buffer is full, call `drop_rows` rather than `reap_rows`.',
      'The reports of the harvester are stored in /srv/reaper/reports/2026 each night.',
      '- buffer is full: call `drop_rows`',
      'When the buffer is full, call `drop_rows`. The function `drop_rows` is defined below.',
      'Each night, reports of the harvester are stored in /srv/reaper/output.',
    ],
  },
  {
    what: 'results of calculations',
    source:
      'The Lyon office employs 140 people. The Turin office employs 62 people. The Ghent office employs 71 people.',
    right: [
      'Together, the Lyon office and the Turin office employ 202 people.',
      'Lyon employs 140 and Turin 62, which makes 202 in all.',
      'The Lyon office employs 78 more people than the Turin office.',
      'Of the 202 people of the Lyon office and the Turin office, 69% are from the Lyon office.',
      'With the others, the Lyon office and the Turin office employ 390 people in total.',
      'The script exited with code 0 and printed: Total penguins: 344 Filtered penguins: 291',
      'The total time is \\frac{59}{60} + \\frac{40}{3600} hours.',
      'Lyon employs 140 and Turin 62 of a total of 390 people.',
      'Together, the Lyon office and the Turin office employ about 190 people.',
      'The Lyon office and the Turin office employ 390 people in total across the Alps.',
    ],
  },
  {
    what: 'results of calculations',
    source: '- Oats: $102\n- Rye: $59\n- Barley: $153',
    right: [
      '- Oats: $102\n- Rye: $59\n- Barley: $153\n\nIn total that is $314.',
      'All items together cost $314.',
      '- Oats: $102\n- Rye: $59\n- Barley: $153\n\nTotal after the discount: $294',
      '- Oats: $102\n- Rye: $59\n- Barley: $153\n\nTotal: $628',
    ],
  },
  {
    what: 'sums of parts',
    source:
      'The archive bought 340 maps and 275 deeds in June. In June the courtyard cost €1,850 and the gate cost €640. The cellar holds 148 crates and the loft holds 57 crates. The guild had 412 members in 2015, and in 2021 it had 655. On Friday the ferry carried 210 riders and 95 bikes; on Saturday it carried 180 riders. The camp has 35 blue tents, 28 green tents and 9 huts.',
    right: [
      'In June, the archive bought 615 maps and deeds in total.',
      'In all the camp has 72 tents and huts.',
      'From 2015 to 2021 the guild gained 243 members.',
      'In total the ferry carried 520 riders.',
      'The courtyard cost €2,590 in total.',
      'The guild grew by 263 members.',
      'Together the courtyard and the gate cost about €2,600.',
    ],
    wrong: ['In June, the archive bought 625 maps and deeds in total.'],
  },
]

/** Sources, and what is right by each. */
const pairs: readonly (readonly [source: string, right: string])[] = [
  [
    'The Halden plant is old. Its owner, Mr Castel, bought the Corran mill in 1991.',
    'The Halden plant changed hands in 1991.',
  ],
  [
    'Ines Ivarsson manages the Morvik plant. Derek Novak runs the Corran plant.',
    'Ines Ivarsson runs the Morvik plant.',
  ],
  [
    'Aleksander Ford (born Mosze Lifszyc; 24 November 1908 in Kiev, Russian Empire – 4 April 1980 in Naples, Florida, United States) was a Polish Jewish film director.',
    'Aleksander Ford (born Mosze Lifszyc; 24 November 1908 in Kiev, Russian Empire – 4 April 1980 in Naples, Florida, United States) was a Polish Jewish movie director.',
  ],
  [
    'The data of Houston for June 2020 and for June 2023 is in the archive, with all of 2021 and 2022.',
    'The archive has the data of Houston for June 2020-2023.',
  ],
  [
    "The tenant may end the lease with two months' notice; the landlord with six. The frame is covered for ten years, moving parts for two, the battery for one. From May on the landlord, too, has two months.",
    "The landlord may end the lease with two months' notice.",
  ],
  [
    'Listed items: 1) violin, EUR 8,400; 2) engagement ring, EUR 3,950; 3) racing bicycle, EUR 2,900.',
    'The second listed item is the engagement ring.',
  ],
  [
    '1. Budget. Wendy reported spend of 412k.\n2. Launch date. Abdul proposed moving the launch.\n3. Hiring. Two positions are filled.',
    'The second item on the agenda was the launch date, proposed by Abdul.',
  ],
  [
    'Required: five years with SQL, fluent German. Desirable: French. Added: dark mode. Deprecated: the old loader, to be removed in 8.0. Removed: the XML importer. Unit: 1,204 passed, 3 failed. Integration: 96 passed, 0 failed. For the post in Lyon French is required.',
    'French is required.',
  ],
  ['item,price\nOats,30\nRye,44', 'The grand total is $74.'],
  ['- Lamp: $35\n- Chair: $80\n- Desk: $210', 'Two lamps and a chair come to $150 in total.'],
]

describe('statements of values, labels and codes', () => {
  testTold(told)
  it.each(pairs)('%s does not contradict: %s', (source, right) => expect(contradictedBy(source, right)).toEqual([]))
})
