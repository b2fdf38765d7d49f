import { describe, expect, it } from 'vitest'
import { contradictedBy, type Told, testTold } from '../../testing/contradicted'

const told: readonly Told[] = [
  {
    what: 'what a source leaves out',
    source:
      'Tests cover the hit and the miss, not the expiry. It was reproduced on Android 14, not on Android 13 nor on iOS. Water in the evening, not at noon. The tool reads JSON, but not comments within it, and writes YAML. Photos without flash are allowed in the halls but not in the vault. The warranty covers the motor, but not the belt or damage by water.',
    right: [
      'Tests cover the hit.',
      'Tests do not cover the expiry.',
      'The crash was not reproduced on iOS.',
      'It was reproduced on Android 14.',
      'Water in the evening.',
      'The tool writes YAML.',
      'Photos are allowed in the halls.',
    ],
  },
  {
    what: 'what a source leaves out',
    source: 'Ferries run every 20 minutes instead of every 40. Lessons are on Fridays instead of Mondays.',
    right: [
      'Ferries run every 20 minutes.',
      'Ferries normally run every 40 minutes.',
      'Lessons were on Mondays.',
      'Lessons are on Fridays instead of Mondays.',
    ],
  },
  {
    what: 'what a source leaves out',
    source:
      'The works begin in May. Ferries run every 20 minutes instead of every 40. Lessons are on Fridays instead of Mondays.',
    wrong: ['Lessons are on Mondays instead of Fridays.'],
  },
  {
    what: 'exceptions',
    source:
      'Parcels are insured automatically unless the option --bare is set. Fees are waived for all readers except those who owe more than 20 euros. Subletting is forbidden except to family members. Bake the bread at 220 degrees unless you use a fan oven, which needs 195 degrees. Dogs travel free unless they occupy a seat. Everyone gets a badge except visitors. Members do not pay the deposit unless they are abroad. The rent is 900 euros excluding heating.',
    right: [
      'With --bare, parcels are not insured automatically.',
      'Dogs that occupy a seat do not travel free.',
      'Subletting to family members is allowed.',
      'In a fan oven, bake at 195 degrees.',
      'Members abroad pay the deposit.',
      'Dogs on a lead travel free.',
      'Readers who owe nothing pay no fees.',
      'The rent is 900 euros without heating.',
    ],
    wrong: ['The rent including heating is 900 euros.'],
  },
  {
    what: 'conditions',
    source:
      'The regatta is held unless the lake is frozen. The bonus is paid if the crew meets the target. The lift may be used only when the inspector has signed. The kiosk sells ice if the sun shines. The kiosk sells ice even if the sun does not shine. Claims are settled as long as the form is complete.',
    right: [
      'Unless the lake is frozen, the regatta is held.',
      'If the lake is not frozen, the regatta is held.',
      'The kiosk sells ice even when the sun does not shine.',
      'Only when the inspector has signed may the lift be used.',
      'The regatta is held even if the wind is weak.',
      'Ask whether the bonus is paid if the crew does not meet the target.',
    ],
  },
  {
    what: 'what a sentence before it turns',
    source:
      'The auditors asked for a second signature on refunds. The request was rejected. Guests may bring pets. Pets are never allowed in the dining room. A port of the test server was open. Nobody had used the port.',
    right: [
      'The request for a second signature was rejected.',
      'The port of the test server had not been used.',
      'The request of the guests was accepted.',
      'The request for a second signature would be accepted if it were cheap.',
    ],
  },
  {
    what: 'ends',
    source:
      'Browser tests were not run because the runner was offline. The migration was not started. The backup was skipped. The export has not yet been run. Do not start the import before noon.',
    right: [
      'The migration was not completed.',
      'The migration will be completed tomorrow.',
      'The import was completed.',
      'The seeding of the database was completed.',
    ],
  },
  {
    what: 'what is still to come',
    source:
      'Ines is redrawing the plan of the cellar. The pump will be replaced in autumn. The board recommends to renew the lease. The roof was repaired in May. The stairs will be cleaned (done on 3 May).',
    right: [
      'Ines has finished redrawing the plan of the cellar.',
      'The pump was replaced.',
      'The board has renewed the lease.',
      'The pump will be replaced.',
      'The roof was repaired.',
      'The stairs were cleaned.',
      'The tap was replaced.',
    ],
  },
  {
    what: 'qualified statements',
    source: 'The lift carries at least 25 people. Lunch was served at noon.',
    right: ['The lift can carry no fewer than 25 people.', 'The lift can carry 25 people.'],
  },
  {
    what: 'qualified statements',
    source: 'The rent is $730 before tax. Lunch was served at noon.',
    right: ['The rent comes to $730 before tax.'],
    wrong: ['The rent comes to $730 after tax.'],
  },
  {
    what: 'qualified statements',
    source: 'Most of the houses have a cellar. Lunch was served at noon.',
    right: ['Most houses have a cellar.', 'All of the barns have a cellar.'],
    wrong: ['All of the houses have a cellar.'],
  },
  {
    what: 'qualified statements',
    source: 'The lift carries at least 25 people.',
    right: [
      'The lift can carry 25 people.',
      'The lift can carry about 25 people.',
      'The lift can carry at least 25 people.',
    ],
  },
  {
    what: 'rates',
    source:
      'Amoxicillin 500 mg: take one capsule three times a day for seven days. Water the ficus twice a week. Feed the ficus once a week. The backup runs once per night. Staff are tested up to four times a year. Lena runs three to four times a week.',
    right: [
      'Take one capsule three times daily.',
      'Take one capsule 3 times a day for seven days.',
      'Feed the ficus once a week.',
      'Staff are tested twice a year.',
      'Lena runs four times a week.',
      'Take at least two capsules twice a day.',
      'The backup runs at night.',
    ],
    wrong: ['Take one capsule four times daily.', 'Water the ficus once a week.'],
  },
]

/** Sources, and what is right by each. */
const pairs: readonly (readonly [source: string, right: string])[] = [
  [
    'Tests cover the hit and the miss, not the expiry. It was reproduced on Android 14, not on Android 13 nor on iOS. Water in the evening, not at noon. The tool reads JSON, but not comments within it, and writes YAML. Photos without flash are allowed in the halls but not in the vault. The warranty covers the motor, but not the belt or damage by water. Since May tests cover the expiry, too.',
    'Tests cover the expiry.',
  ],
  [
    'Browser tests were not run because the runner was offline. The migration was not started. The backup was skipped. The export has not yet been run. Do not start the import before noon. At noon the migration was started and took two minutes.',
    'The migration was completed.',
  ],
  ['A permit takes up to 62 days. Lunch was served at noon.', 'It takes at most 62 days to get a permit.'],
  ['The entry fee is $45 per person. Lunch was served at noon.', 'Entry costs $45 per head.'],
  ['A night in the tent costs $31 per family. Lunch was served at noon.', 'You pay $31 a night in the tent.'],
  ['Ann Lee has a gross salary of $880. Lunch was served at noon.', 'The gross salary of Ann Lee is $880.'],
  ['The price is $96 excluding delivery. Lunch was served at noon.', 'It costs $96 without delivery.'],
  ['A return ticket costs $54. Lunch was served at noon.', 'You pay $54 for a return ticket.'],
  ['The weekly fee of the club is $12. Lunch was served at noon.', 'Members pay a weekly fee of $12.'],
  ['All of the passengers survived. Lunch was served at noon.', 'All passengers survived.'],
  ['Few of the apples were rotten. Lunch was served at noon.', 'Few apples had gone rotten.'],
  [
    'The lift carries at least 25 people. The lift can carry up to 25 people. Lunch was served at noon.',
    'The lift can carry up to 25 people.',
  ],
  [
    'A permit takes up to 62 days. It takes more than 62 days to get a permit. Lunch was served at noon.',
    'It takes more than 62 days to get a permit.',
  ],
  ['The entry fee is $45 per person. Entry costs $45 per car. Lunch was served at noon.', 'Entry costs $45 per car.'],
  [
    'A night in the tent costs $31 per family. You pay $31 per person in the tent. Lunch was served at noon.',
    'You pay $31 per person in the tent.',
  ],
  [
    'The rent is $730 before tax. The rent comes to $730 after tax. Lunch was served at noon.',
    'The rent comes to $730 after tax.',
  ],
  [
    'Ann Lee has a gross salary of $880. Ann Lee earns a net salary of $880. Lunch was served at noon.',
    'Ann Lee earns a net salary of $880.',
  ],
  [
    'The price is $96 excluding delivery. It costs $96 including delivery. Lunch was served at noon.',
    'It costs $96 including delivery.',
  ],
  ['A return ticket costs $54. A one-way ticket costs $54. Lunch was served at noon.', 'A one-way ticket costs $54.'],
  [
    'The weekly fee of the club is $12. Members pay a yearly fee of $12. Lunch was served at noon.',
    'Members pay a yearly fee of $12.',
  ],
  [
    'Most of the houses have a cellar. All of the houses have a cellar. Lunch was served at noon.',
    'All of the houses have a cellar.',
  ],
  [
    'All of the passengers survived. None of the passengers survived. Lunch was served at noon.',
    'None of the passengers survived.',
  ],
  [
    'Few of the apples were rotten. Most of the apples were rotten. Lunch was served at noon.',
    'Most of the apples were rotten.',
  ],
  ['All of the houses have a cellar. Lunch was served at noon.', 'Most houses have a cellar.'],
  [
    'The lift carries at least 25 people. The stairs hold 90 people. Lunch was served at noon.',
    'The stairs hold up to 90 people.',
  ],
  ['The rent is $730 before tax and $730 after tax. Lunch was served at noon.', 'The rent is $730 after tax.'],
]

describe('statements of what is excepted, qualified or still open', () => {
  testTold(told)
  it.each(pairs)('%s does not contradict: %s', (source, right) => expect(contradictedBy(source, right)).toEqual([]))
})
