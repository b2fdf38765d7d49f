import { expect, it } from 'vitest'
import { loadRunSearch, toRunListInput } from '@/lib/queries/run-search'
import { describeFilters, isFiltered } from './run-filters'

const read = (address: string) => loadRunSearch(new URLSearchParams(address))

it('describes each filter of the URL, but not the sort order', () => {
  const search = read(
    'text=timed+out&range=7d&grade=poor,failed&decision=escalate&flagged=true&qualityMax=0.6&sort=oldest',
  )
  expect(describeFilters(search, 'Asia/Tokyo').map(({ label, text }) => `${label}: ${text}`)).toEqual([
    'Text: “timed out”',
    'When: Last 7 days',
    'Grade: Weak, Failed',
    'Decision: Needs a person, or rejected',
    'Flag: flagged',
    'Quality to: 0.60',
  ])
})

it('does not put a phrase in quotes once more', () => {
  expect(describeFilters(read(`text=${encodeURIComponent('"timed out" -late')}`), 'UTC')[0]?.text).toBe(
    '"timed out" -late',
  )
})

it("names times in the project's time zone", () => {
  const search = read('from=2026-11-09T15:00:00.000Z&to=2026-11-10T15:00:00.000Z')
  expect(describeFilters(search, 'Asia/Tokyo').map(({ text }) => text)).toEqual([
    expect.stringMatching(/^10 Nov 2026, 00:00 (?:JST|GMT\+9)$/),
    expect.stringMatching(/^11 Nov 2026, 00:00 (?:JST|GMT\+9)$/),
  ])
})

it('says in one word that only ended runs are shown, and names candidates', () => {
  const search = read('status=completed,failed,failed_quality,paused_for_approval,cancelled&candidate=false')
  expect(describeFilters(search, 'Asia/Tokyo').map(({ label, text }) => `${label}: ${text}`)).toEqual([
    'Version: without candidates',
    'Status: ended',
  ])
})

it('ignores invalid filter values in the URL', () => {
  const search = read('grade=superb&range=century&flagged=perhaps&sort=random&qualityMin=high&qualityMax=5')
  expect(describeFilters(search, 'Asia/Tokyo')).toEqual([])
  expect(toRunListInput(search)).toEqual({ sort: 'newest' })
})

it('takes all time for no filter', () => {
  const search = read('range=all')
  expect(describeFilters(search, 'Asia/Tokyo')).toEqual([])
  expect(isFiltered(search)).toBe(false)
})

it('converts the URL to the input of the list', () => {
  const search = read('chain=a,b&reviewed=false&reviewedByMe=true&from=2026-01-01T00:00:00.000Z&qualityMin=0.5')
  expect(toRunListInput(search)).toEqual({
    sort: 'newest',
    chain: ['a', 'b'],
    reviewed: 'false',
    reviewedByMe: 'true',
    from: '2026-01-01T00:00:00.000Z',
    qualityMin: 0.5,
  })
})
