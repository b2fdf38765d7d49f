import { describe, expect, it } from 'vitest'
import { contradictedBy, type Told, testTold } from '../../testing/contradicted'

const told: readonly Told[] = [
  {
    what: 'who did it',
    source:
      'Bruno welcomed the guests. Two dates for the fair were discussed. Marta suggested the first weekend in May. Marta handed the keys of the hall to Bruno. The old gate was painted by Ingrid Aas in April, the fence by Marta. The press office repaired the printer of the council. The sales office moved to Bergen. Invoices below 500 euros are signed by the team assistant. Invoices from abroad are signed by the head of accounts. Jonas leaves in June, while his deputy Petra Lind will lead the choir. The last vote is counted by the town clerk, Mr Sand.',
    right: [
      'The first weekend in May was suggested by Marta.',
      'Ingrid Aas painted the old gate in April.',
      'Aas painted the old gate.',
      'Bruno suggested a walk.',
      'Did Bruno suggest the first weekend in May?',
      'Marta painted the fence.',
      'Bruno received the keys of the hall.',
      'Mr Sand counts the last vote.',
      'The sales office building moved to Bergen.',
    ],
    wrong: [
      'Bruno suggested the first weekend in May.',
      'Bruno suggested the first weekend in May for the fair.',
      'The old gate was painted by Marta in April.',
    ],
  },
  {
    what: 'who said it',
    source:
      '[09:02] Nora: I booked the hall for the 12th.\n[09:04] Eli: Great. I ordered lunch for forty people.\n[09:05] Nora: We still need a projector.\n[09:07] Sam: I can bring mine. I also invited the press.\n[09:09] Eli: I think the stage is too small.\n[09:10] Sam: I agree with Eli.\n[09:12] Nora: I will sign the contract tomorrow.',
    right: [
      'Nora booked the hall.',
      'Lunch was ordered by Eli.',
      'Nora said that they still needed a projector.',
      'Sam thinks that the stage is too small.',
      'Nora and Eli booked the hall and ordered lunch.',
      'Nora can bring a projector.',
    ],
  },
  {
    what: 'offices',
    source:
      'You will report to Carla Nunez, Head of Logistics. The offer was written by Tove Berg, recruiting manager. Union leader Emil Roos spoke at noon. The tenants, led by Ada Finn, stayed away. Deputy head of finance Olaf Kern was absent.',
    right: [
      'Carla Nunez is the Head of Logistics.',
      'Emil Roos leads the union.',
      'Nunez is the Head of Logistics.',
      'Tove Berg is the former Head of Logistics.',
      'Olaf Kern is the deputy head of finance.',
      'Ada Finn leads the tenants.',
    ],
  },
  {
    what: 'titles',
    source:
      'The skipper, Ines Falk, and the navigator, Omar Reed, left the boat. Pia Holm is the chair of the guild and Leo Brandt is the clerk. Conductor: Tessa Moor. Soloist: Henk Vos. The driver Sam Pool met the driver Kit Lowe.',
    right: [
      'The navigator, Omar Reed, and the skipper, Ines Falk, left the boat.',
      'The clerk is Leo Brandt.',
      'The owner, Omar Reed, left the boat.',
      'The driver Kit Lowe met the driver Sam Pool.',
      'The former skipper, Omar Reed, left the boat.',
    ],
  },
  {
    what: 'duties',
    source:
      'Trips abroad need the approval of a manager. Train tickets can be booked first class without approval. Remote work requires no permit. Purchases above 500 euros require approval. The cellar needs a key in winter. Guests under 18 must not enter the casino.',
    right: [
      'Trips abroad require the approval of a manager.',
      'Purchases below 500 euros can be made without approval.',
      'Trips abroad cannot be booked without approval.',
      'The cellar needs no key in summer.',
      'Guests over 18 may enter the casino.',
      'Ann travels without a permit.',
    ],
    wrong: ['Remote work requires a permit.', 'Guests under 18 may enter the casino.'],
  },
  {
    what: 'duties',
    source:
      'A fitter will come on Friday. You do not have to be at home. The tenants need not pay for the visit. You must switch off the boiler. Pets are not required to leave the flat.',
    right: [
      'Customers need not be at home.',
      'The customer must be patient.',
      'The fitter must pay for the visit.',
      'The customer must be at home if the fitter rings.',
    ],
    wrong: ['The tenants have to pay for the visit.'],
  },
  {
    what: 'whom a pronoun means',
    source:
      'The lighthouse of Skarne was built in 1871. The lighthouse of Mellby is younger. It was finished in 1904. It burned down in 1946. The east wing holds the coin collection. It has 3,200 pieces. The west wing holds the map collection. It was given to the museum by Edith Crane. Line 4 runs to the airport. Line 7 runs every 12 minutes. It stops at the hospital.',
    right: [
      'The lighthouse of Mellby burned down in 1946.',
      'The west wing has the maps. It was given to the museum by Edith Crane.',
    ],
  },
  {
    what: 'whom a pronoun means',
    source: 'Corvid bought the mill Tellia in March. It was founded in 2011. Corvid was enlarged in 1998.',
    right: ['Corvid was founded in 2011.', 'Tellia was founded in 2011.'],
  },
  {
    what: 'causes',
    source:
      'The flood led to the closure of the mine. Because the pump failed, the cellar filled with water. The outage was caused by a bug in the scheduler. Sales fell because of the strike. Stress causes headaches, and headaches cause stress.',
    right: [
      'The strike happened because sales fell.',
      'The closure of the mine was caused by the flood.',
      'The cellar filled with water because the pump failed.',
      'The pump failed, which is why the cellar filled with water.',
      'A bug in the scheduler caused the outage.',
      'The strike led to falling sales.',
      'Headaches cause stress.',
    ],
  },
  {
    what: 'what is the only one',
    source:
      'The sync fails only with large files. Small files are copied at night. The lift runs only on weekdays. The kiosk is open on Sundays.',
    right: [
      'The sync fails only with large files.',
      'The sync fails with large files only.',
      'The lift runs only on weekdays, not at night.',
      'The lift runs only with a key.',
    ],
  },
  {
    what: 'what is the only one',
    source:
      'Roaming in the EU is included only in the travel plan. The basic plan costs 9 euros. Calls are included in every plan. The shuttle runs only on weekdays. Fares rise on Sundays.',
    right: [
      'Roaming in the EU is included in the travel plan.',
      'Roaming is included in this plan.',
      'Calls are included in the basic plan.',
      'Fares rise on Sundays.',
    ],
  },
  {
    what: 'words in place of others',
    source:
      'The fitter tightened the valve behind the boiler. She asked the guest to hold the feed button for ten seconds. The choir sang three old songs in the chapel. The purchase was approved by the legal team on Monday. The permit of the quarry is still pending. The report was sent to the safety team on Friday. The board team answers next week.',
    right: [
      'The choir sang three rude songs in the chapel.',
      'The report was sent to the welfare team on Friday.',
      'The choir performed three old songs in the chapel.',
      'The choir sang three older songs in the chapel.',
      'The choir will visit the harbour in spring.',
    ],
  },
  {
    what: 'words in place of others',
    source:
      'Posters cost 6.00 each. The brochures were delivered on 2 October, the posters on 6 October. The posters were printed on recycled paper. Ten damaged brochures were replaced free of charge. A single ticket costs 2.80, a day ticket 7.50.',
    right: ['The posters were printed on recycled paper.'],
    wrong: ['A day ticket costs 2.80.'],
  },
  {
    what: 'nouns in place of others',
    source:
      'The concert was cancelled because of a storm. Flight delays were caused by a broken radar. The bank opposed the road through the forest. The mayor, a retired teacher, thanked everyone. The mayor opened the new bridge in spring. Fog is common here.',
    right: [
      'The concert was cancelled due to a power cut.',
      'A software update caused flight delays.',
      'The concert was cancelled as a result of low ticket sales.',
      'The council opposed the road through the forest.',
      'The concert was cancelled due to a storm.',
      'The concert was cancelled because of stormy weather.',
      'A broken radar caused flight delays.',
      'The concert was a success because of the band.',
      'She opposed the road through the forest.',
      'The company opposed the road through the forest.',
      'Was the concert cancelled because of a power cut?',
    ],
  },
  {
    what: 'crossed clauses',
    source:
      'The café is on the second floor, the shop on the ground floor. We recommend the Corva for offices and the Mirax for homes. Carrots are planted in March, beans in May. The bar serves cocktails; the bistro serves soup. The library is open to everyone, the sports hall to clubs only.',
    right: [
      'The shop is on the ground floor.',
      'The café is on the second floor and the shop on the ground floor.',
      'We recommend the Mirax for homes.',
      'Beans are planted in May.',
      'The bistro serves soup.',
      'The sports hall is open to clubs only.',
      'The shop is not on the second floor.',
      'Is the shop on the second floor?',
    ],
    wrong: ['Beans are planted in March.'],
  },
  {
    what: 'order of dates',
    source:
      'The bridge was opened in 1931. The town paid for it. The tunnel was finished on 4 May 1946. The mill burned down in May 1946. The school was founded in 1890, and it was rebuilt in 1950.',
    right: [
      'The bridge was opened before the tunnel was finished.',
      'After the bridge was opened, the tunnel was finished.',
      'The mill burned down before the tunnel was finished.',
      'The school was founded after the bridge was opened.',
      'The tunnel was not finished before the bridge was opened.',
      'The tunnel was finished long before the station.',
      'The tunnel was inspected before the bridge was opened.',
    ],
  },
  {
    what: 'order of dates',
    source:
      'The fire drill takes place on Monday, 20 October 2025. The book fair is on 4 March 2025. The market is on Tuesday.',
    right: [
      'The fire drill falls on a Monday.',
      'The book fair is on a Tuesday.',
      'The book fair is open every Monday.',
      'The flower show is on a Friday.',
    ],
    wrong: ['The market is on Wednesday.'],
  },
  {
    what: 'order of steps',
    source:
      'Backups run after the nightly report. The probe Lark passed Cass before it reached Ilra. Anna arrived after Bela. Lunch is served after the talk. Add the cream, then the cheese. If the light is red, then call Bela.',
    right: [
      'The nightly report runs before the backups.',
      'Lark reached Ilra after passing Cass.',
      'Bela arrived before Anna.',
      'After the talk, lunch is served.',
      'First add the cream and then the cheese.',
      'Call Bela, then the light is red.',
      'The nightly report of the clinic runs after the backups.',
    ],
    wrong: ['Backups run before the nightly report.'],
  },
]

/** Sources, and what is right by each. */
const pairs: readonly (readonly [source: string, right: string])[] = [
  [
    '**Agent:** Hello, how can I help?\n**Customer:** I bought a kettle in May and it leaks.\n**Agent:** I am sorry. I have opened a return for you.',
    'The customer got a return.',
  ],
  ['Author: Ben\nNote: I moved the desk.', 'Ben moved the desk.'],
  [
    'The mayor of Brede resigned in May. She had ruled since 2004. The mayor of Tolm stayed. Anna Berg, who lives in Brede, likes chess. The mayor Anna Berg is ill.',
    'Anna Berg had ruled since 2004.',
  ],
  ['The branch has nine employees in the old mill.', 'The branch has nine staff in the old mill.'],
  ['It had a huge affect on the team.', 'It had a huge effect on the team.'],
  ['The claim of Ms Roth is pending. After a week it was granted.', 'The claim of Ms Roth was granted.'],
  [
    'The parcel came on Monday, the letter on Friday. The parcel was opened by Tom. So was the letter.',
    'The letter was opened by Tom.',
  ],
  [
    'Posters cost 6.00 each. The brochures were delivered on 2 October, the posters on 6 October. The posters were printed on recycled paper. Ten damaged brochures were replaced free of charge. A single ticket costs 2.80, a day ticket 7.50. The booklets look good.',
    'The booklets were printed on recycled paper.',
  ],
  [
    'The café is on the second floor, the shop on the ground floor. We recommend the Corva for offices and the Mirax for homes. Carrots are planted in March, beans in May. The bar serves cocktails; the bistro serves soup. The library is open to everyone, the sports hall to clubs only. In winter the shop moves to the second floor.',
    'The shop is on the second floor.',
  ],
  [
    'Customer: I ordered the blue jacket in M on 2 June, but received the green one.',
    'The customer received a green jacket instead of the blue one.',
  ],
  [
    'The image was pushed at 14:05. Staging was updated at 14:12. Nobody was paged.',
    'Staging was updated after the image was pushed.',
  ],
  [
    'The image was pushed at 14:05. All was calm. A night passed. It rained. The sun rose. Staging was updated at 14:12. Nobody was paged.',
    'The image was pushed after staging was updated.',
  ],
  [
    'Failed to retrieve data for 2014-12-31. Failed to retrieve data for 2015-12-31. Failed to retrieve data for 2016-12-31. Failed to retrieve data for 2017-12-31. Failed to retrieve data for 2018-12-31. Failed to retrieve data for 2019-12-31.',
    'Failed to retrieve data for 2019-12-31.',
  ],
  ['{"event":"boat race","date":"2026-05-23"}', 'The boat race is on a Saturday.'],
]

describe('statements of who does what, and in which order', () => {
  testTold(told)
  it.each(pairs)('%s does not contradict: %s', (source, right) => expect(contradictedBy(source, right)).toEqual([]))
})
