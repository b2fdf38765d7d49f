import { describe, expect, it } from 'vitest'
import { contradictedBy } from '../../testing/contradicted'

const contradicted = (output: string, source: string) => contradictedBy(source, output)

const town =
  'The bridge was opened in 1931. The town paid for it. The tunnel was finished on 4 May 1946. The mill burned down in May 1946. The school was founded in 1890, and it was rebuilt in 1950.'
const plan =
  'The fire drill takes place on Monday, 20 October 2025. The book fair is on 4 March 2025. The market is on Tuesday.'
const event = JSON.stringify({ event: 'boat race', date: '2026-05-23' })

describe('the order of two dated events', () => {
  it.each([
    ['The tunnel was finished before the bridge was opened.', 'before'],
    ['The bridge was opened after the tunnel was finished.', 'after'],
    ['After the tunnel was finished, the bridge was opened.', 'After'],
    ['The bridge was opened later than the tunnel.', 'later'],
  ])('is contradicted where the sources date them the other way round: %s', (output, text) => {
    expect(contradicted(output, town)).toEqual([text])
  })

  it.each([
    'The bridge was opened before the tunnel was finished.',
    'After the bridge was opened, the tunnel was finished.',
    'The mill burned down before the tunnel was finished.',
    'The school was founded after the bridge was opened.',
    'The tunnel was not finished before the bridge was opened.',
    'The tunnel was finished long before the station.',
    'The tunnel was inspected before the bridge was opened.',
  ])('is not where it agrees, is not told, or is too close: %s', (output) => {
    expect(contradicted(output, town)).toEqual([])
  })
})

describe('the order of two times of day', () => {
  const log = 'The image was pushed at 14:05. Staging was updated at 14:12. Nobody was paged.'

  it('is contradicted where the sources tell the other way round', () => {
    expect(contradicted('The image was pushed after staging was updated.', log)).toEqual(['after'])
    expect(contradicted('Staging was updated after the image was pushed.', log)).toEqual([])
  })

  it('is not where they may be of different days', () => {
    const days = log.replace('Staging', 'All was calm. A night passed. It rained. The sun rose. Staging')
    expect(contradicted('The image was pushed after staging was updated.', days)).toEqual([])
  })
})

it('one of many lines that differ in a date is not compared with the others', () => {
  const log = [2014, 2015, 2016, 2017, 2018, 2019].map((year) => `Failed to retrieve data for ${year}-12-31.`).join(' ')
  expect(contradicted('Failed to retrieve data for 2019-12-31.', log)).toEqual([])
})

describe('the day of the week of an event', () => {
  it.each([
    ['The fire drill falls on a Friday.', plan, 'Friday'],
    ['The book fair is on a Monday.', plan, 'Monday'],
    ['The market is on Wednesday.', plan, 'Wednesday'],
    ['The boat race is on a Sunday.', event, 'Sunday'],
  ])('is contradicted by the one that is given or that its date has: %s', (output, source, text) => {
    expect(contradicted(output, source)).toEqual([text])
  })

  it.each([
    ['The fire drill falls on a Monday.', plan],
    ['The book fair is on a Tuesday.', plan],
    ['The boat race is on a Saturday.', event],
    ['The book fair is open every Monday.', plan],
    ['The flower show is on a Friday.', plan],
  ])('is not where it is right or not told: %s', (output, source) => {
    expect(contradicted(output, source)).toEqual([])
  })
})
