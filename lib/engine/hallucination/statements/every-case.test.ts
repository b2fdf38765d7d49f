import { describe, expect, it } from 'vitest'
import { contradictedBy } from '../../testing/contradicted'

const terms =
  'Late forms are not accepted, unless the post was on strike. Guests may use the pool if they stay two nights. Breakfast is included. Coffee is included in the price. All other drinks are paid in the bar. Only Tom and I have a code for the safe. The tower has four lifts. Two of the four lifts stopped. Staff may fly business class only on flights longer than six hours. Late fees are charged only for adults. The ferry sails only from Monday to Friday. Rooms may be cancelled free of charge, unless the saver rate was booked.'

describe('what a source tells of some cases', () => {
  it.each([
    ['every case, beside an exception', 'Late forms are never accepted.', 'never'],
    ['every case, beside a condition', 'Guests may always use the pool.', 'always'],
    ['all, beside others', 'All drinks are included in the price.', 'All drinks'],
    ['all, where only some have it', 'All guests have a code for the safe.', 'All guests'],
    ['all of what a condition narrows', 'Staff may fly business class on all flights.', 'all'],
    [
      'always, beside a limit and an exception',
      'Laptops are always lent.',
      'always',
      'Laptops are lent only on weekdays, unless a librarian agrees.',
    ],
    [
      'all, beside one that is excepted',
      'All drivers have valid licences.',
      'All',
      'The drivers have valid licences, except one, whose licence expired.',
    ],
    ['every day, beside some days', 'The ferry sails every day.', 'every'],
    [
      'the excepted case, too',
      'All rooms may be cancelled free of charge, including those booked at the saver rate.',
      'All',
    ],
    ['all, where the source counts fewer', 'All lifts of the tower stopped.', 'All lifts'],
  ])('is contradicted where it is told of %s', (_what, output, found, source = terms) => {
    expect(contradictedBy(source, output)).toContain(found)
  })

  it.each([
    ['without saying of how many', 'Late forms are not accepted.'],
    ['with its exception', 'Late forms are never accepted, unless the post was on strike.'],
    ['with its condition', 'Guests may always use the pool if they stay two nights.'],
    ['of the others', 'All other drinks are paid in the bar.'],
    ['of two', 'Two lifts stopped.'],
    ['of every one of whom it is told', 'Every adult is charged late fees.'],
    ['of all with the condition as a word', 'Staff may fly business class on all long flights.'],
    ['of a part of the time', 'The ferry sails every Monday.'],
    ['of another part of the time', 'The ferry sails on all weekdays.'],
    ['of not all', 'Not all drinks are included.'],
  ])('is not where it is told %s', (_what, output) => {
    expect(contradictedBy(terms, output)).toEqual([])
  })
})
