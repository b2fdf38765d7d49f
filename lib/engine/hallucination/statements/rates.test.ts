import { describe, expect, it } from 'vitest'
import { contradictedBy } from '../../testing/contradicted'

const leaflet =
  'Amoxicillin 500 mg: take one capsule three times a day for seven days. Water the ficus twice a week. Feed the ficus once a week. The backup runs once per night. Staff are tested up to four times a year. Lena runs three to four times a week.'

describe('how often something is done', () => {
  it.each([
    ['Take one capsule twice a day for seven days.', 'twice a day'],
    ['Take one capsule four times daily.', 'four'],
    ['Water the ficus once a week.', 'once'],
    ['The backup runs 3 times per night.', '3 times per night'],
  ])('is contradicted by another number of times in that period: %s', (output, found) => {
    expect(contradictedBy(leaflet, output)).toEqual([found])
  })

  it.each([
    'Take one capsule three times daily.',
    'Take one capsule 3 times a day for seven days.',
    'Feed the ficus once a week.',
    'Staff are tested twice a year.',
    'Lena runs four times a week.',
    'Take at least two capsules twice a day.',
    'The backup runs at night.',
  ])('is not by the same, by a bound, or for something else: %s', (output) => {
    expect(contradictedBy(leaflet, output)).toEqual([])
  })
})
